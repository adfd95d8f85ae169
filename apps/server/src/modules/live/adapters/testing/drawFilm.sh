#!/bin/sh
# Draws film.flv, filmWithBFrames.flv and filmWithOpus.mp4 anew: a ball that bounces before a sky, and a rising tone. Ours.
set -e
cd "$(dirname "$0")"
sky="color=c=0x9fc8e8:s=160x90:r=30,geq=lum='if(lt(hypot(X-mod(N*2,150)-5,Y-80+abs(60*sin(N/10))),9),210,if(gt(Y,78),90,170-Y))':cb='if(gt(Y,78),100,140)':cr='if(lt(hypot(X-mod(N*2,150)-5,Y-80+abs(60*sin(N/10))),9),200,115)'"
tone="aevalsrc='0.2*sin(2*PI*(300+60*t)*t)':s=48000"
film() {
	ffmpeg -hide_banner -loglevel error -y -f lavfi -i "$sky" -f lavfi -i "$tone" -t "$1" \
		-c:v libx264 -pix_fmt yuv420p -g 30 -keyint_min 30 -sc_threshold 0 -b:v 60k $2 \
		-b:a 24k -ac 1 -bitexact $3
}
draw() {
	film "$1" "$2" "-c:a aac -flvflags no_duration_filesize -f flv $3"
}
draw 3 "-preset veryfast -tune zerolatency -bf 0" film.flv
draw 2 "-preset veryfast -bf 2" filmWithBFrames.flv
film 3 "-preset veryfast -tune zerolatency -bf 0" \
	"-c:a libopus -movflags empty_moov+default_base_moof -frag_duration 200000 -f mp4 filmWithOpus.mp4"
