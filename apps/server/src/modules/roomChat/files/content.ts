import type { FileEnding } from '@parley/core'
import { fileTypeFromBuffer } from 'file-type'

const openXml = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}`
/** Older office documents, and newer ones with a password. */
const compoundFile = 'application/x-cfb'

/** Types that the content of a file may have; `text` has no signature. */
const typesOf: Record<FileEnding, readonly string[] | 'text'> = {
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

/** Returns whether a file is what the ending of its name says, judged by its content. */
export async function isContentOf(ending: FileEnding, bytes: Uint8Array): Promise<boolean> {
	const expected = typesOf[ending]
	const found = await fileTypeFromBuffer(bytes)
	if (expected === 'text') return found === undefined && isText(bytes)
	return found !== undefined && expected.includes(found.mime)
}

const utf16Marks = [
	[0xff, 0xfe],
	[0xfe, 0xff],
] as const

/** Text in UTF-16 with its mark, or without control characters in UTF-8, GB 18030 or another encoding that extends ASCII. */
function isText(bytes: Uint8Array): boolean {
	if (utf16Marks.some(mark => mark.every((byte, at) => bytes[at] === byte))) return true
	return bytes.every(byte => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x0c)
}
