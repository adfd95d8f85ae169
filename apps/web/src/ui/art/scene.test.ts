import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { scene } from './scene.ts'

test('[LAND-01] three pictures, each small and each its own', () => {
	const all = (['dusk', 'midnight', 'dawn'] as const).map(scene)
	expect(new Set(all).size).toBe(3)
	for (const picture of all) expect(picture.length).toBeLessThan(12 * 1024)
})

test('the first picture is cheap enough to stand in the page', () => {
	expect(gzipSync(scene('dusk')).length).toBeLessThan(2048)
})

test('no picture asks the network or a style for anything', () => {
	for (const name of ['dusk', 'midnight', 'dawn'] as const) {
		expect(scene(name).replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|style=|<image|data:/)
	}
})
