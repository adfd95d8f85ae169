import { expect, test } from 'vitest'
import { checkFonts } from './checks.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''

test('[ROOM-163] a server that records no meetings needs no fonts', async () => {
	expect(await checkFonts('off', async () => ['Chinese'])).toEqual({ found: expect.stringContaining('not needed') })
})

test.skipIf(program === '')(
	'[ROOM-163] a script without a font is a problem, with the package to install',
	async () => {
		expect(await checkFonts(program, async () => [])).toEqual({ found: expect.stringContaining('Chinese') })
		expect(await checkFonts(program, async () => ['Chinese'])).toEqual({
			found: expect.stringContaining('none for Chinese names'),
			remedy: expect.stringContaining('fonts-noto-cjk'),
		})
	},
)
