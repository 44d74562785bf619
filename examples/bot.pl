#!/usr/bin/perl
# A bot as a program in another language: plain Perl with nothing installed. The protocol is in docs/bots.md.
#
#     commandery play templari --bot "program:perl examples/bot.pl"
use strict;
use warnings;
use JSON::PP;

$| = 1;    # each line is sent at once

# Beginnings of actions, the dearest first.
my @wishes = (
    'call', 'announce', 'stash', 'play anselmus', 'play josua', 'play lucas', 'play maria', 'play bells',
    'place', 'swap', 'remove', 'again', 'take', 'tax', 'card 4', 'card 1', 'card 6', 'city', 'step',
);

sub choose {
    my ($view, $seat, @legal) = @_;
    my @bids = grep { $_->{notation} =~ /^bid / } @legal;
    if (@bids) {    # Templari: the lowest bid, as long as half of one's coins are left
        my ($price) = $bids[0]{notation} =~ /(\d+)/;
        my $coins = $view->{players}[$seat]{coins};
        return $price * 2 <= $coins ? $bids[0]{id} : 'pass';
    }
    for my $wish (@wishes) {
        my @liked = grep { index($_->{notation}, $wish) == 0 } @legal;
        return $liked[rand @liked]{id} if @liked;
    }
    return $legal[rand @legal]{id};
}

my $seat;
while (my $line = <STDIN>) {
    my $message = decode_json($line);
    my $type    = $message->{type};
    if ($type eq 'hello') {
        print encode_json({ protocol => 1, name => 'example in Perl' }), "\n";
    }
    elsif ($type eq 'match') {
        $seat = $message->{seat};
        srand $message->{seed};
    }
    elsif ($type eq 'choose') {
        print encode_json({ action => choose($message->{view}, $seat, @{ $message->{legal} }) }), "\n";
    }
}
