import { expect, test } from 'vitest'

const { formatSlowest } = (await import(new URL('slowest.mjs', import.meta.url).href)) as {
	formatSlowest(files: { name: string; ms: number }[]): string
}

test('the ten slowest files are named, the slowest first, each with the sum of its parts', () => {
	const quick = Array.from({ length: 12 }, (_, at) => ({ name: `quick ${at}`, ms: at }))
	const parts = [
		{ name: 'slow', ms: 700 },
		{ name: 'slower', ms: 2_000 },
		{ name: 'slow', ms: 800 },
	]
	const lines = formatSlowest([...quick, ...parts]).split('\n')
	expect(lines).toHaveLength(10)
	expect(lines.slice(0, 3)).toEqual(['    2.0 s  slower', '    1.5 s  slow', '    0.0 s  quick 11'])
})

test('without files nothing is named', () => {
	expect(formatSlowest([])).toBe('')
})
