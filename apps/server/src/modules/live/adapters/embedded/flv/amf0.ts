import { CorruptMediaError } from './mediaErrors.ts'

export type AmfValue = number | boolean | string | null | undefined | AmfValue[] | { [name: string]: AmfValue }

/** Publishers' commands are flat; deeper nesting is an attack. */
const maxDepth = 6
const maxValues = 500

/** Reads the values of a command message (Action Message Format 0). */
export function readAmf0(bytes: Buffer): AmfValue[] {
	const reader = new AmfReader(bytes)
	const values: AmfValue[] = []
	while (!reader.isAtEnd()) values.push(reader.value(0))
	return values
}

class AmfReader {
	private readonly bytes: Buffer
	private at = 0
	private count = 0

	constructor(bytes: Buffer) {
		this.bytes = bytes
	}

	isAtEnd() {
		return this.at >= this.bytes.length
	}

	value(depth: number): AmfValue {
		if (depth > maxDepth || ++this.count > maxValues) throw new CorruptMediaError('a command that is too large')
		const type = this.take(1)[0]
		switch (type) {
			case 0:
				return this.take(8).readDoubleBE()
			case 1:
				return this.take(1)[0] !== 0
			case 2:
				return this.text(2)
			case 3:
				return this.object(depth)
			case 5:
				return null
			case 6:
				return undefined
			case 8:
				this.take(4)
				return this.object(depth)
			case 10: {
				const length = this.take(4).readUInt32BE()
				const list: AmfValue[] = []
				for (let i = 0; i < length; i++) list.push(this.value(depth + 1))
				return list
			}
			case 11: {
				const date = this.take(10).readDoubleBE()
				return date
			}
			case 12:
				return this.text(4)
			default:
				throw new CorruptMediaError(`a command with a value of type ${type}`)
		}
	}

	private object(depth: number): AmfValue {
		const fields: [string, AmfValue][] = []
		for (;;) {
			const name = this.text(2)
			if (name === '' && this.bytes[this.at] === 9) {
				this.at++
				// No prototype, so any field name is safe.
				return Object.fromEntries(fields)
			}
			fields.push([name, this.value(depth + 1)])
		}
	}

	private text(lengthBytes: 2 | 4): string {
		const length = this.take(lengthBytes).readUIntBE(0, lengthBytes)
		return this.take(length).toString('utf8')
	}

	private take(count: number): Buffer {
		if (this.at + count > this.bytes.length) throw new CorruptMediaError('a truncated command')
		this.at += count
		return this.bytes.subarray(this.at - count, this.at)
	}
}

/** Writes the values answers need: numbers, texts, null and flat objects of them. */
export function writeAmf0(...values: (number | string | null | Record<string, number | string>)[]): Buffer {
	return Buffer.concat(values.map(writeValue))
}

function writeValue(value: number | string | null | Record<string, number | string>): Buffer {
	if (value === null) return Buffer.from([5])
	if (typeof value === 'number') {
		const bytes = Buffer.alloc(9)
		bytes.writeDoubleBE(value, 1)
		return bytes
	}
	if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), writeText(value)])
	const fields = Object.entries(value).flatMap(([name, field]) => [writeText(name), writeValue(field)])
	return Buffer.concat([Buffer.from([3]), ...fields, Buffer.from([0, 0, 9])])
}

function writeText(text: string): Buffer {
	const bytes = Buffer.from(text, 'utf8')
	const length = Buffer.alloc(2)
	length.writeUInt16BE(bytes.length)
	return Buffer.concat([length, bytes])
}
