#!/bin/sh
# Draws liveBackground.jpg anew: a sun over hills, without letters, which would show through what is written over it. Ours.
set -e
cd "$(dirname "$0")"
# $1 sun, $2 sky, $3 far hills, $4 near hills; pixels of the plane are $5 apart.
plane() {
	printf "if(lt(hypot(X*M-960,Y*M-300),110),$1,if(gt(Y*M,560+70*sin(X*M/190)+28*sin(X*M/83)),$4,if(gt(Y*M,480+60*sin(X*M/260+2)),$3,$2)))" | sed "s/\*M/*$5/g"
}
lum=$(plane 225 "150-Y/6" 88 64 1)
cb=$(plane 84 148 132 122 2)
cr=$(plane 158 "140-Y/16" 116 112 2)
ffmpeg -hide_banner -loglevel error -y -f lavfi -i "color=c=gray:s=1280x720,format=yuv420p,geq=lum='$lum':cb='$cb':cr='$cr'" \
	-frames:v 1 -q:v 4 -bitexact liveBackground.jpg
