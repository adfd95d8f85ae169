import { uint32s, writeBox } from '../mp4/boxes.ts'

/** The boxes of a recording without media, as the program writes them: half a second each. */

const notSync = 0x10000

export const syntheticInit = Buffer.concat([
	writeBox('ftyp', Buffer.from('iso6')),
	writeBox('moov', writeBox('mvhd', uint32s(0, 0, 0, 1_000, 0)), writeBox('mvex', writeBox('trex', uint32s(0, 1)))),
])

export interface SyntheticFragment {
	startS: number
	/** The picture begins with a key frame; otherwise with another one. */
	isKey: boolean
	fill?: number
}

/** Five pictures of a tenth of a second, and as much sound. */
export function syntheticFragment({ startS, isKey, fill = 1 }: SyntheticFragment): Buffer {
	const times = (ticks: number) => writeBox('tfdt', uint32s(0x0100_0000, 0, ticks))
	const video = writeBox(
		'traf',
		// Default duration and flags.
		writeBox('tfhd', uint32s(0x02_0028, 1, 9_000, notSync)),
		times(startS * 90_000),
		// Data offset and flags of the first picture.
		writeBox('trun', uint32s(0x05, 5, 0, isKey ? 0 : notSync)),
	)
	const sound = writeBox(
		'traf',
		writeBox('tfhd', uint32s(0x02_0000, 2)),
		times(startS * 48_000),
		// Durations of each sample.
		writeBox('trun', uint32s(0x100, 2, 12_000, 12_000)),
	)
	const moof = writeBox('moof', writeBox('mfhd', uint32s(0, 1)), video, sound)
	return Buffer.concat([moof, writeBox('mdat', Buffer.alloc(100, fill))])
}

/** A recording of so many seconds with a key frame in each. */
export const syntheticMedia = (seconds: number): Buffer =>
	Buffer.concat(
		Array.from({ length: seconds * 2 }, (_, i) =>
			syntheticFragment({ startS: i / 2, isKey: i % 2 === 0, fill: i % 256 }),
		),
	)
