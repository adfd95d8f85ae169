// @vitest-environment node
import { delays, limits } from '@parley/core'
import { expect, test } from 'vitest'
import { inPlace } from './constants.ts'

const imports = "import { clean, limits, delays } from '@parley/core'\n"

test('a constant stands where it is used', () => {
	expect(inPlace(`${imports}cut(text, limits.topicMax); setTimeout(f, delays.bannerMs)`)).toBe(
		`${imports}cut(text, ${limits.topicMax}); setTimeout(f, ${delays.bannerMs})`,
	)
})

test.each([
	['what is no constant of ours', `${imports}limits.nothingOfTheKind`],
	['a table as a whole', `${imports}Object.keys(limits)`],
	['the type of one', `${imports}let most: typeof limits.topicMax`],
	['a field of the same name', `${imports}site.limits.topicMax`],
	['a table of somebody else', "import { limits } from './mine.ts'\nlimits.topicMax"],
	['one that is not imported', "import { delays } from '@parley/core'\nlimits.topicMax"],
])('%s stays as it is', (_, code) => {
	expect(inPlace(code) ?? code).toBe(code)
})
