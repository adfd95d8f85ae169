/** Encoding of a text file: UTF-8 or, from Chinese spreadsheets, GB 18030. */
export type Encoding = 'UTF-8' | 'GB 18030'

/** Byte that is invalid in the encoding of its file; both numbers count from 1. */
export interface BadByte {
	line: number
	at: number
	byte: number
}

export type DecodedText =
	| { encoding: Encoding; text: string; badBytes?: never }
	| { encoding: Encoding; badBytes: BadByte[] }

const labels = { 'UTF-8': 'utf-8', 'GB 18030': 'gb18030' } as const
const newline = 0x0a
const lost = '\ufffd'

/**
 * Decodes a file strictly: an invalid byte is reported with its position, and never changes the guessed encoding of the file,
 * which would garble every name.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
	const utf8 = decodeStrictly(bytes, 'UTF-8')
	if (utf8 !== undefined) return { encoding: 'UTF-8', text: utf8 }
	const encoding = looksLikeUtf8(bytes) || !looksLikeGb18030(bytes) ? 'UTF-8' : 'GB 18030'
	const text = decodeStrictly(bytes, encoding)
	return text === undefined ? { encoding, badBytes: findBadBytes(bytes, encoding) } : { encoding, text }
}

function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string | undefined {
	try {
		return new TextDecoder(labels[encoding], { fatal: true }).decode(bytes)
	} catch {
		return undefined
	}
}

/** Returns whether it begins with the byte order mark of UTF-8, or most of its non-ASCII bytes are valid UTF-8. */
function looksLikeUtf8(bytes: Uint8Array): boolean {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return true
	let read = 0
	let unread = 0
	for (const character of new TextDecoder('utf-8').decode(bytes)) {
		if (character === lost) unread++
		else if (character > '\u007f') read++
	}
	return read >= unread
}

/**
 * In GB18030, both bytes of common Chinese characters are above ASCII. In Western encodings, most accented letters stand
 * alone; together with the ASCII letter behind them they would form rare characters.
 */
function looksLikeGb18030(bytes: Uint8Array): boolean {
	let common = 0
	let alone = 0
	for (let at = 0; at < bytes.length; at++) {
		if ((bytes[at] ?? 0) < 0x80) continue
		if ((bytes[at + 1] ?? 0) < 0x80) alone++
		else common++
		at++
	}
	return common >= alone
}

/** Finds the first invalid byte of each line. */
function findBadBytes(bytes: Uint8Array, encoding: Encoding): BadByte[] {
	const found: BadByte[] = []
	let line = 1
	for (let from = 0; from < bytes.length; line++) {
		const end = bytes.indexOf(newline, from)
		const row = bytes.subarray(from, end === -1 ? bytes.length : end)
		if (decodeStrictly(row, encoding) === undefined) {
			const at = lengthOfGood(row, encoding)
			found.push({ line, at: at + 1, byte: row[at] ?? 0 })
		}
		from += row.length + 1
	}
	return found
}

/** Returns the number of valid bytes of a line before the first invalid one. */
function lengthOfGood(row: Uint8Array, encoding: Encoding): number {
	const decoder = new TextDecoder(labels[encoding], { fatal: true })
	let good = 0
	for (let at = 0; at < row.length; at++) {
		try {
			// The decoder returns nothing for an incomplete character.
			if (decoder.decode(row.subarray(at, at + 1), { stream: true }) !== '') good = at + 1
		} catch {
			break
		}
	}
	return good
}
