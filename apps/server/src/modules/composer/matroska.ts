/** Writes endless Matroska (RFC 9559): VP8 on the first track, Opus on the others. */

const clusterMs = 1_000

const ids = {
	ebml: '1a45dfa3',
	segment: '18538067',
	info: '1549a966',
	tracks: '1654ae6b',
	cluster: '1f43b675',
}

function element(id: string, ...content: Buffer[]): Buffer {
	const body = Buffer.concat(content)
	const size = Buffer.alloc(8)
	size.writeBigUInt64BE((1n << 56n) | BigInt(body.length))
	return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** Extends until another element of the same level follows. */
const endless = (id: string) => Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex')])

function unsigned(id: string, value: number): Buffer {
	const body = Buffer.alloc(4)
	body.writeUInt32BE(value)
	return element(id, body)
}

const text = (id: string, value: string) => element(id, Buffer.from(value, 'latin1'))

function opusHead(): Buffer {
	const head = Buffer.alloc(19)
	head.write('OpusHead', 'latin1')
	head[8] = 1
	head[9] = 2
	head.writeUInt32LE(48_000, 12)
	return head
}

function videoTrack(width: number, height: number): Buffer {
	const size = element('e0', unsigned('b0', width), unsigned('ba', height))
	return element('ae', unsigned('d7', 1), unsigned('73c5', 1), unsigned('83', 1), text('86', 'V_VP8'), size)
}

function audioTrack(number: number): Buffer {
	const rate = Buffer.alloc(8)
	rate.writeDoubleBE(48_000)
	return element(
		'ae',
		...[unsigned('d7', number), unsigned('73c5', number), unsigned('83', 2), text('86', 'A_OPUS')],
		...[element('63a2', opusHead()), element('e1', element('b5', rate), unsigned('9f', 2))],
	)
}

/** Writes the beginning of a file; frames follow. */
export function matroskaHeader({ width, height, audioTracks }: { width: number; height: number; audioTracks: number }) {
	const tracks = [videoTrack(width, height), ...Array.from({ length: audioTracks }, (_, i) => audioTrack(i + 2))]
	return Buffer.concat([
		element(ids.ebml, text('4282', 'matroska'), unsigned('4287', 4), unsigned('4285', 2)),
		endless(ids.segment),
		element(ids.info, unsigned('2ad7b1', 1_000_000), text('4d80', 'Parley'), text('5741', 'Parley')),
		element(ids.tracks, ...tracks),
	])
}

/**
 * @returns a function that writes one frame: video on track 1, audio on the others; `ms` since the beginning
 */
export function createMatroskaFrames(): (track: number, ms: number, data: Uint8Array, isKey: boolean) => Buffer {
	let clusterAt: number | undefined
	return (track, ms, data, isKey) => {
		const at = Math.round(ms)
		const isNew = clusterAt === undefined || at - clusterAt >= clusterMs || at - clusterAt < -clusterMs
		if (isNew) clusterAt = at
		const head = Buffer.alloc(4)
		head[0] = 0x80 | track
		head.writeInt16BE(at - (clusterAt as number), 1)
		head[3] = isKey ? 0x80 : 0
		const block = element('a3', head, Buffer.from(data.buffer, data.byteOffset, data.byteLength))
		return isNew ? Buffer.concat([endless(ids.cluster), unsigned('e7', at), block]) : block
	}
}
