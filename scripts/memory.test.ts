import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

type Settings = Record<string, string>
const { memorySettings, memoryArguments } = (await import(new URL('memory.mjs', import.meta.url).href)) as {
	memorySettings(set: Settings): Settings
	memoryArguments(set: Settings): string[]
}

/** Allocates buffers like a live: short-lived segments, and long-lived parts between them. */
const program = `
const kept = []
for (let round = 0; round < 6; round++) {
	const passing = []
	for (let i = 0; i < 300; i++) {
		passing.push(Buffer.alloc(70_000 + ((i * 7919) % 260_000), 1))
		if (i % 10 === 0) kept.push(Buffer.alloc(5_000, 1))
	}
	passing.length = 0
	gc()
	await new Promise(resolve => setTimeout(resolve, 50))
	gc()
}
console.log(process.memoryUsage().rss)
`
const rssWith = (settings: Settings) => {
	const { MALLOC_MMAP_THRESHOLD_: _, MALLOC_TRIM_THRESHOLD_: __, ...env } = process.env
	const parameters = ['--expose-gc', '--input-type=module', '--eval', program]
	return (
		Number(execFileSync(process.execPath, parameters, { env: { ...env, ...settings }, encoding: 'utf8' })) / 2 ** 20
	)
}

test.runIf(process.platform === 'linux')('memory of freed buffers is returned to the system', () => {
	const [plain, set] = [rssWith({}), rssWith(memorySettings({}))]
	expect(set).toBeLessThan(plain - 10)
})

test('a value set by the operator takes precedence', () => {
	expect(memorySettings({ MALLOC_MMAP_THRESHOLD_: '1048576' })).toEqual({
		MALLOC_MMAP_THRESHOLD_: '1048576',
		MALLOC_TRIM_THRESHOLD_: '131072',
	})
})

/** Lets 20 MB of objects live for a moment, as long as the answers to viewers do, round after round. */
const churn = `
const waiting = []
for (let i = 0; i < 3_000_000; i++) {
	waiting.push({ number: i, text: 'answer ' + i })
	if (waiting.length > 100_000) waiting.splice(0, 50_000)
}
console.log(process.memoryUsage().heapTotal)
`
const heapWith = (...parameters: string[]) =>
	Number(execFileSync(process.execPath, [...parameters, '--eval', churn], { encoding: 'utf8' })) / 2 ** 20

test('the heap of a server with many answers under way is a fraction of what it is by default', () => {
	expect(heapWith(...memoryArguments({}))).toBeLessThan(heapWith() / 4)
}, 60_000)

test('a size of the young generation set by the operator takes precedence', () => {
	expect(memoryArguments({ NODE_OPTIONS: '--enable-source-maps' })).toHaveLength(2)
	expect(memoryArguments({ NODE_OPTIONS: '--enable-source-maps --max_semi_space_size=16' })).toEqual([])
})
