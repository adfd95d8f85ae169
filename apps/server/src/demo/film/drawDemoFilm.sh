#!/bin/sh
# Draws demoFilm.flv anew, 8 seconds that end as they begin: a sun over hills, two boats, a slow chord. Ours.
set -e
cd "$(dirname "$0")"
sun="lt(hypot(X*M-192,Y*M-78-12*cos(2*PI*N/200)),28)"
hills="gt(Y*M,126+13*sin(X*M/42)+6*sin(X*M/19))"
sea="gt(Y*M,157)"
boat() { printf "gt(1,(abs(X*M-mod(N*1.92+%s,384))+abs(Y*M-%s)*2.4)/18)*gt(Y*M,%s-5)" "$1" "$2" "$2"; }
sail() { printf "lt(abs(X*M-mod(N*1.92+%s,384)),(Y*M-%s+36)/3)*between(Y*M,%s-35,%s-5)" "$1" "$2" "$2" "$2"; }
# $1 sun, $2 sky, $3 hills, $4 sea, $5 hull, $6 sail; pixels of the plane are $7 apart.
plane() {
	printf "if(%s+%s,$6,if(%s+%s,$5,if(%s,$4,if(%s,$3,if(%s,$1,$2)))))" "$(sail 48 174)" "$(sail 250 186)" "$(boat 48 174)" "$(boat 250 186)" "$sea" "$hills" "$sun" | sed "s/\*M/*$7/g"
}
lum=$(plane 235 "150-Y/2" "88-Y/6" "64+10*sin(2*PI*(X/27+Y/7+N/25))" 40 222 1.5)
cb=$(plane 70 140 105 160 118 128 3)
cr=$(plane 160 "146-Y/8" 112 105 140 128 3)
chord="aevalsrc='0.08*(sin(2*PI*220*t)+sin(2*PI*277*t)*(0.6+0.4*sin(2*PI*t/8))+sin(2*PI*330*t)*(0.6+0.4*cos(2*PI*t/8))+0.5*sin(2*PI*440*t)*max(0,sin(2*PI*t/4)))':s=48000"
ffmpeg -hide_banner -loglevel error -y -f lavfi -i "color=c=gray:s=256x144:r=25,format=yuv420p,geq=lum='$lum':cb='$cb':cr='$cr',scale=768:432:flags=lanczos" \
	-f lavfi -i "$chord" -t 8 -c:v libx264 -preset medium -tune animation -bf 0 -pix_fmt yuv420p -g 25 -keyint_min 25 \
	-sc_threshold 0 -crf 27 -maxrate 700k -bufsize 700k -c:a aac -b:a 48k -ac 1 -bitexact \
	-flvflags no_duration_filesize -f flv demoFilm.flv
