import { expect, test } from 'vitest'
import { catchUpRate } from './catchUp.ts'

test.each([
	['as near as wanted', { behindS: 0, aheadS: 3 }, 1],
	['a little behind, with enough loaded', { behindS: 0.2, aheadS: 0.6 }, 1.05],
	['behind, with too little loaded to be faster', { behindS: 0.2, aheadS: 0.4 }, 1],
	['behind, with more than a second loaded', { behindS: 1, aheadS: 1.1 }, 1.15],
	['far behind', { behindS: 5, aheadS: 5 }, 1.2],
	['rewound', { behindS: 7, aheadS: 5 }, 1],
])('[LIVE-53] the rate of a picture that is %s', (_, position, rate) => {
	expect(catchUpRate(position)).toBeCloseTo(rate)
})
