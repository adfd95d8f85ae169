import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

test('the works of the code reader are of the version its script was written for', () => {
	const { dependencies } = read('../package.json')
	expect(dependencies['zxing-wasm']).toBe(
		read('../../../node_modules/barcode-detector/package.json').dependencies['zxing-wasm'],
	)
})
