import type { FlvTag } from '../../../ingest.ts'
import { CorruptMediaError } from './mediaErrors.ts'

const fileHeaderBytes = 9
const tagHeaderBytes = 11
/** Above a key frame of 4K video at a very high rate; 24 bits of length would allow 16 MB. */
export const maxTagBytes = 8 * 1024 * 1024

/** Tag types by their numbers, which RTMP messages use, too. */
export const tagTypes: Record<number, FlvTag['type']> = { 8: 'audio', 9: 'video', 18: 'data' }
const tagNumbers = { audio: 8, video: 9, data: 18 } as const

/**
 * Cuts FLV bytes into tags (Adobe Flash Video File Format 10.1, annex E). Bodies are copies.
 * @returns a function that takes the next bytes, split anywhere; after it has thrown a
 * CorruptMediaError, it must not be called again
 */
export function createFlvReader(onTag: (tag: FlvTag) => void): (bytes: Buffer) => void {
	let pending: Buffer[] = []
	let pendingBytes = 0
	let neededBytes = fileHeaderBytes + 4
	let hasFileHeader = false

	const take = (bytes: Buffer) => {
		pending.push(bytes)
		pendingBytes += bytes.length
		// Joined only when a tag is complete, so that a large tag in small pieces is copied once.
		if (pendingBytes < neededBytes) return
		let rest = pending.length === 1 ? bytes : Buffer.concat(pending)
		while (rest.length >= neededBytes) {
			if (!hasFileHeader) {
				rest = rest.subarray(readFileHeader(rest))
				hasFileHeader = true
				neededBytes = tagHeaderBytes
				continue
			}
			const total = checkTag(rest)
			neededBytes = total
			if (rest.length < total) break
			checkBackPointer(rest, total)
			onTag(tagAt(rest, total))
			rest = rest.subarray(total)
			neededBytes = tagHeaderBytes
		}
		pending = [rest]
		pendingBytes = rest.length
	}
	return take
}

function readFileHeader(bytes: Buffer): number {
	if (bytes.toString('latin1', 0, 3) !== 'FLV' || bytes[3] !== 1) throw new CorruptMediaError('no FLV header')
	if (bytes.readUInt32BE(5) !== fileHeaderBytes) throw new CorruptMediaError('FLV header of an unknown length')
	return fileHeaderBytes + 4
}

/** Returns the bytes of the tag with its header and the length behind it. */
function checkTag(bytes: Buffer): number {
	const type = bytes[0] as number
	if (tagTypes[type] === undefined) throw new CorruptMediaError(`FLV tag of type ${type}`)
	const bodyBytes = bytes.readUIntBE(1, 3)
	if (bodyBytes > maxTagBytes) throw new CorruptMediaError(`FLV tag of ${bodyBytes} bytes`)
	return tagHeaderBytes + bodyBytes + 4
}

function checkBackPointer(bytes: Buffer, total: number) {
	const length = bytes.readUInt32BE(total - 4)
	if (length !== total - 4) throw new CorruptMediaError(`FLV tag of ${total - 4} bytes followed by length ${length}`)
}

function tagAt(bytes: Buffer, total: number): FlvTag {
	const timestampMs = bytes.readUIntBE(4, 3) + (bytes[7] as number) * 0x1000000
	const body = Buffer.from(bytes.subarray(tagHeaderBytes, total - 4))
	return { type: tagTypes[bytes[0] as number] as FlvTag['type'], timestampMs, body }
}

/** Returns the start of a file; tags follow. */
export function flvFileHeader(has: { audio: boolean; video: boolean }): Buffer {
	const header = Buffer.from([0x46, 0x4c, 0x56, 1, 0, 0, 0, 0, fileHeaderBytes, 0, 0, 0, 0])
	header[4] = (has.audio ? 4 : 0) | (has.video ? 1 : 0)
	return header
}

/** Returns a tag as bytes, for a transcoder that reads FLV from a pipe. */
export function writeFlvTag({ type, timestampMs, body }: FlvTag): Buffer {
	const bytes = Buffer.alloc(tagHeaderBytes + body.length + 4)
	const timestamp = timestampMs >>> 0
	bytes[0] = tagNumbers[type]
	bytes.writeUIntBE(body.length, 1, 3)
	bytes.writeUIntBE(timestamp & 0xffffff, 4, 3)
	bytes[7] = timestamp >>> 24
	body.copy(bytes, tagHeaderBytes)
	bytes.writeUInt32BE(tagHeaderBytes + body.length, tagHeaderBytes + body.length)
	return bytes
}
