/** Boxes of MP4 (ISO/IEC 14496-12). */

export interface Box {
	type: string
	/** With its header. */
	bytes: Buffer
	/** Without its header. */
	content: Buffer
}

export const boxHeaderBytes = 8

/** Returns type and size of the box that begins at `at`; undefined if its header is not complete. */
export function boxHeaderAt(bytes: Buffer, at: number): { type: string; size: number } | undefined {
	if (at + boxHeaderBytes > bytes.length) return undefined
	return { size: bytes.readUInt32BE(at), type: bytes.toString('latin1', at + 4, at + 8) }
}

/** Returns the complete boxes of a content; what follows an invalid one is left out. */
export function boxesOf(bytes: Buffer): Box[] {
	const boxes: Box[] = []
	for (let at = 0; ; ) {
		const header = boxHeaderAt(bytes, at)
		if (!header || header.size < boxHeaderBytes || at + header.size > bytes.length) return boxes
		const box = bytes.subarray(at, at + header.size)
		boxes.push({ type: header.type, bytes: box, content: box.subarray(boxHeaderBytes) })
		at += header.size
	}
}

export const findBox = (bytes: Buffer, type: string): Box | undefined => boxesOf(bytes).find(box => box.type === type)

export function writeBox(type: string, ...content: Buffer[]): Buffer {
	const header = Buffer.alloc(boxHeaderBytes)
	header.writeUInt32BE(boxHeaderBytes + content.reduce((sum, { length }) => sum + length, 0))
	header.write(type, 4, 'latin1')
	return Buffer.concat([header, ...content])
}

/** Writes 32-bit numbers. */
export function uint32s(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4)
	values.forEach((value, i) => {
		bytes.writeUInt32BE(value >>> 0, i * 4)
	})
	return bytes
}
