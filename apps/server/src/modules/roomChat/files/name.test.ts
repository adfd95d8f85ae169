import { chatFileExtension, chatFileLimits } from '@parley/core'
import { expect, test } from 'vitest'
import { cleanFileName } from './name.ts'

test.each([
	['计划 2026.PDF', 'pdf', '计划 2026.pdf'],
	['../../etc/passwd.txt', 'txt', 'passwd.txt'],
	['C:\\Users\\li\\a.docx', 'docx', 'a.docx'],
	['a\u202Efdp.exe.pdf', 'pdf', 'afdp.exe.pdf'.replace('a', 'a ')],
	['<b>"x"|?*:.txt', 'txt', 'b x.txt'],
	['line\r\nbreak\u0000.csv', 'csv', 'line break.csv'],
	['...hidden.md', 'md', 'hidden.md'],
	['.pdf', 'pdf', 'file.pdf'],
	['\u200b.pdf', 'pdf', 'file.pdf'],
	['photo.jpeg', 'webp', 'photo.webp'],
])('[ROOM-224] the name %j is shown and saved with the extension %s as %j', (name, extension, expected) => {
	expect(cleanFileName(name, extension)).toBe(expected)
})

test('[ROOM-224] a long name is shortened before its extension, between characters', () => {
	const name = cleanFileName(`${'😀'.repeat(200)}.xlsx`, 'xlsx')
	expect([...name]).toHaveLength(chatFileLimits.nameMax)
	expect(name.endsWith('😀.xlsx')).toBe(true)
})

test('[ROOM-221] the extension of a name says what it is; programs, scripts and markup have none that a chat takes', () => {
	expect(['a.PNG', 'a.b.pdf ', '计划.zip'].map(chatFileExtension)).toEqual(['png', 'pdf', 'zip'])
	const others = ['a.svg', 'a.html', 'a.exe', 'a.js', 'a.docm', 'a.apk', 'pdf', 'a.pdf/', 'a.', '']
	expect(others.map(chatFileExtension)).toEqual(others.map(() => undefined))
})
