import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestTerminal } from '../../../admin/testTerminal.ts'

async function aSite() {
	const terminal = await createTestTerminal()
	await terminal.parley(['site', 'create', 'meet.example.org'])
	return terminal
}

test('words of a site are added, listed, tested and removed', async () => {
	const { parley } = await aSite()
	expect((await parley(['words', 'list'])).stdout).toBe('No words are refused on meet.example.org.')
	expect((await parley(['words', 'add', '赌博', 'Casino', 'ＣＡＳＩＮＯ'])).stdout).toContain('2 words added, 2 in all')
	expect((await parley(['words', 'list'])).stdout).toBe('casino\n赌博')
	expect((await parley(['words', 'test', '来网上赌博吧'])).stdout).toBe('It would be refused: "赌博".')
	expect((await parley(['words', 'test', 'Casinos are loud'])).stdout).toBe('It would be sent.')
	expect((await parley(['words', 'remove', 'CASINO', 'unknown'])).stdout).toContain('1 word removed, 1 in all')
	expect((await parley(['words', 'test', 'casino'])).stdout).toBe('It would be sent.')
	expect((await parley(['words', 'remove', '--all'])).stdout).toContain('0 in all')
})

test('words are read from a file or from standard input, one per line', async () => {
	const { parley, folder } = await aSite()
	const file = join(folder, 'words.txt')
	await writeFile(file, 'casino\r\n\r\nbuy now\n')
	await parley(['words', 'add', '--file', file])
	await parley(['words', 'add', '--file', '-'], { input: '赌博\n' })
	expect((await parley(['words', 'list'])).stdout.split('\n')).toEqual(['buy now', 'casino', '赌博'])
})

test('each site has its own words, and its other settings stay', async () => {
	const { parley } = await aSite()
	await parley(['site', 'create', 'other.example.org', '--set', 'telephone=110'])
	await parley(['words', 'add', 'casino', '--site', 'other.example.org'])
	expect((await parley(['words', 'test', 'casino'])).stdout).toBe('It would be sent.')
	const { stdout } = await parley(['site', 'list'])
	expect(stdout).toMatch(/other\.example\.org.*telephone=110 refusedWords=\(1\)/)
	expect(stdout).not.toMatch(/meet\.example\.org.*refusedWords/)
	await parley(['site', 'set', 'other.example.org', 'telephone=111'])
	expect((await parley(['words', 'list', '--site', 'other.example.org'])).stdout).toBe('casino')
})

test('no words, words that are too long, too many words and unknown sites change nothing', async () => {
	const { parley } = await aSite()
	for (const args of [['add'], ['add', ' '], ['remove'], ['add', 'x'.repeat(51)], ['list', '--site', 'elsewhere']]) {
		expect(await parley(['words', ...args]), args.join(' ')).toMatchObject({ exitCode: 1 })
	}
	const many = Array.from({ length: 5_001 }, (_, index) => `word${index}`).join('\n')
	expect(await parley(['words', 'add', '--file', '-'], { input: many })).toMatchObject({
		exitCode: 1,
		stderr: expect.stringContaining('5000 words at most'),
	})
	expect((await parley(['words', 'list'])).stdout).toContain('No words')
})
