import { setImmediate } from 'node:timers/promises'
import type { FileExtension } from '@parley/core'
import { fileTypeFromBuffer } from 'file-type'

const openXml = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}`
/** Older office documents, and newer ones with a password. */
const compoundFile = 'application/x-cfb'

/** Types that the content of a file may have; `text` has no signature. */
const typesOf: Record<FileExtension, readonly string[] | 'text'> = {
	pdf: ['application/pdf'],
	doc: [compoundFile],
	xls: [compoundFile],
	ppt: [compoundFile],
	wps: [compoundFile],
	et: [compoundFile],
	dps: [compoundFile],
	docx: [openXml('wordprocessingml.document'), compoundFile],
	xlsx: [openXml('spreadsheetml.sheet'), compoundFile],
	pptx: [openXml('presentationml.presentation'), compoundFile],
	odt: ['application/vnd.oasis.opendocument.text'],
	ods: ['application/vnd.oasis.opendocument.spreadsheet'],
	odp: ['application/vnd.oasis.opendocument.presentation'],
	rtf: ['application/rtf'],
	txt: 'text',
	csv: 'text',
	md: 'text',
	zip: ['application/zip'],
	rar: ['application/x-rar-compressed'],
	'7z': ['application/x-7z-compressed'],
	mp3: ['audio/mpeg'],
	m4a: ['audio/x-m4a', 'audio/mp4', 'video/mp4'],
	wav: ['audio/wav'],
	mp4: ['video/mp4', 'video/x-m4v'],
	mov: ['video/quicktime', 'video/mp4'],
}

/** Name of the storage of macros in a compound file of Word or Excel. */
const macros = Buffer.from('_VBA_PROJECT', 'utf16le')
/** Class of compound files that are packages of Windows Installer. */
const installer = Buffer.from('84100c0000000000c000000000000046', 'hex')

/**
 * Returns whether the content of a file is of a type that the extension of its name stands for. A compound file is one of several
 * kinds that are not told apart; installers, and macros where they are not encrypted or packed, are recognised.
 */
export async function isContentOf(extension: FileExtension, bytes: Uint8Array): Promise<boolean> {
	const expected = typesOf[extension]
	// Text may begin like a program or a picture: `MZ`, `GIF`, `ID3`.
	if (expected === 'text') return await isText(bytes)
	const found = await fileTypeFromBuffer(bytes)
	if (found === undefined || !expected.includes(found.mime)) return false
	const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
	return found.mime !== compoundFile || !(buffer.includes(macros) || buffer.includes(installer))
}

/** Characters that are checked before others get their turn; a large text takes a tenth of a second. */
const perTurn = 1_000_000

/**
 * Text in UTF-16 with its mark, or in UTF-8, GB 18030 or another encoding that extends ASCII: it has no control characters but
 * tabs and ends of lines and pages.
 */
async function isText(bytes: Uint8Array): Promise<boolean> {
	const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe
	const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff
	const width = isLittleEndian || isBigEndian ? 2 : 1
	for (let start = 0; start < bytes.length; start += perTurn * width) {
		const end = Math.min(start + perTurn * width, bytes.length)
		for (let at = start; at < end; at += width) {
			const first = bytes[at] ?? 0
			const second = bytes[at + 1] ?? 0
			const code = width === 1 ? first : isLittleEndian ? first | (second << 8) : (first << 8) | second
			if (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c) return false
		}
		await setImmediate()
	}
	return true
}
