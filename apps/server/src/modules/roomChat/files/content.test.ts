import { deflateRawSync } from 'node:zlib'
import { type FileExtension, fileExtensions } from '@parley/core'
import { expect, test } from 'vitest'
import { isContentOf } from './content.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

/** A ZIP archive with these files. */
function zip(files: Record<string, string>): Uint8Array {
	const locals = Object.entries(files).map(([name, content]) => {
		const data = deflateRawSync(content)
		const head = Buffer.alloc(30)
		head.writeUInt32LE(0x04034b50, 0)
		head.writeUInt16LE(20, 4)
		head.writeUInt16LE(8, 8)
		head.writeUInt32LE(data.length, 18)
		head.writeUInt32LE(content.length, 22)
		head.writeUInt16LE(name.length, 26)
		return Buffer.concat([head, Buffer.from(name), data])
	})
	const end = Buffer.alloc(22)
	end.writeUInt32LE(0x06054b50, 0)
	return Buffer.concat([...locals, end])
}
const openXml = (type: string) =>
	zip({ '[Content_Types].xml': `<Types><Override PartName="/a" ContentType="${type}+xml"/></Types>` })
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main'
const wordWithMacros = 'application/vnd.ms-word.document.macroEnabled.main'
const compound = hex('D0CF11E0A1B11AE1 00000000')

const examples: Partial<Record<FileExtension, Uint8Array>> = {
	pdf: bytesOf('%PDF-1.7\n'),
	doc: compound,
	docx: openXml(word),
	txt: bytesOf('会议纪要\r\n\t第一行'),
	csv: bytesOf('a,b\n1,2'),
	zip: zip({ 'a.txt': 'a' }),
	rar: hex('52617221 1A0700'),
	'7z': hex('377ABCAF271C 0004'),
	mp3: hex('494433 0300000000000A 00000000000000000000 FFFB9064 00000000'),
	wav: bytesOf('RIFF\u0000\u0000\u0000\u0000WAVEfmt '),
	mp4: hex('00000018 66747970 69736F6D 00000200 69736F6D 6D703431'),
}

test('[ROOM-221] the content of a file is what its name says', async () => {
	for (const [extension, bytes] of Object.entries(examples))
		expect({ [extension]: await isContentOf(extension as FileExtension, bytes) }).toEqual({ [extension]: true })
})

test('[ROOM-221] a program, and a newer document with macros, is refused under every extension; markup is text, and nothing else', async () => {
	const page = bytesOf('<!doctype html><script>alert(1)</script>')
	const program = hex('4D5A9000 03000000 04000000 FFFF0000')
	const macros = openXml(wordWithMacros)
	for (const extension of fileExtensions) {
		const isText = ['txt', 'csv', 'md'].includes(extension)
		expect({ [extension]: await isContentOf(extension, page) }).toEqual({ [extension]: isText })
		expect({ [extension]: await isContentOf(extension, program) }).toEqual({ [extension]: false })
		expect({ [extension]: await isContentOf(extension, macros) }).toEqual({ [extension]: false })
	}
	expect(await isContentOf('docx', examples.zip ?? page)).toBe(false)
	expect(await isContentOf('zip', examples.pdf ?? page)).toBe(false)
})

test('[ROOM-221] an older document with macros that can be seen, and an installer, is refused', async () => {
	const withMacros = Buffer.concat([compound, Buffer.from('_VBA_PROJECT_CUR', 'utf16le'), Buffer.alloc(40)])
	const installer = Buffer.concat([compound, hex('84100C00 00000000 C0000000 00000046'), Buffer.alloc(40)])
	for (const extension of ['doc', 'xls', 'ppt', 'wps', 'et', 'dps', 'docx', 'xlsx', 'pptx'] as const) {
		expect(await isContentOf(extension, compound)).toBe(true)
		expect(await isContentOf(extension, withMacros)).toBe(false)
		expect(await isContentOf(extension, installer)).toBe(false)
	}
})

test('[ROOM-221] text is UTF-8, UTF-16 with its mark or GB 18030, and has no control characters', async () => {
	expect(await isContentOf('txt', hex('BBE1D2E9'))).toBe(true)
	expect(await isContentOf('txt', hex('FFFE 6100 1A4F'))).toBe(true)
	expect(await isContentOf('txt', hex('6100 6200'))).toBe(false)
	expect(await isContentOf('txt', hex('FFFE 6100 0100'))).toBe(false)
	expect(await isContentOf('txt', hex('FEFF 4F1A 0007'))).toBe(false)
	expect(await isContentOf('csv', hex('61 1B 62'))).toBe(false)
})

test('[ROOM-221] text may begin like a program, a picture or a song', async () => {
	for (const text of ['BMW, Audi', 'GIF89a is a format', 'MZ 1, MZ 2', 'ID3 tags'])
		for (const extension of ['txt', 'csv', 'md'] as const)
			expect({ [text]: await isContentOf(extension, bytesOf(text)) }).toEqual({ [text]: true })
})

test('[ROOM-221] a large text is checked to its end, and lets others have their turn', async () => {
	const text = Buffer.alloc(20 * 1024 ** 2, 'a')
	let turns = 0
	const timer = setInterval(() => void turns++, 1)
	expect(await isContentOf('txt', text)).toBe(true)
	clearInterval(timer)
	expect(turns).toBeGreaterThan(2)
	text[text.length - 1] = 0
	expect(await isContentOf('txt', text)).toBe(false)
})
