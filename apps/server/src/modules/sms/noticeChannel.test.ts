import { describe } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { noticeChannelSuite } from '../../platform/noticeChannel.suite.ts'
import type { Site } from '../site/index.ts'
import { createSmsNotices } from './noticeChannel.ts'

describe('notices by text message', () =>
	noticeChannelSuite(() => {
		const received: string[] = []
		const settings = { guessingSms: true, smsCountries: 'all' }
		let number: { areaCode: string; mobile: string } | undefined = { areaCode: '86', mobile: '13800138000' }
		let isSpent = false
		let isBroken = false
		const channel = createSmsNotices({
			budget: { spend: async (_siteId, _use, record) => !isSpent && (await record()) },
			sms: {
				name: 'test',
				canSend: () => true,
				async send({ text }) {
					if (isBroken) throw new Error('out of order')
					received.push(text)
				},
			},
			sites: { find: async () => ({ name: 'Here', settings }) as Site },
			findContact: async () => ({ number, language: undefined }),
			log: createLog('silent'),
		})
		return {
			channel,
			received: () => received,
			breakProvider: () => {
				isBroken = true
			},
			removeAddress: () => {
				number = undefined
			},
			turnOff: () => {
				settings.guessingSms = false
			},
			spendAll: () => {
				isSpent = true
			},
		}
	}))
