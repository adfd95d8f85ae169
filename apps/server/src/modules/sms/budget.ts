import type { SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { createKeyedLock } from '../../platform/keyedLock.ts'
import type { Log } from '../../platform/log.ts'
import type { SiteService } from '../site/index.ts'
import type { SmsKind } from './sender.ts'
import type { SmsStore } from './store.ts'

const dayMs = 86_400_000

/** Maximum share of the budget per kind: guessing passwords cannot use it all up. */
const partOfKind: Record<SmsKind, number> = { code: 1, passwordGuessing: 0.1 }

/**
 * Purposes of text messages: codes of people with an account and of others, and notices to hosts; with the share of the
 * budget that may be spent, on any purpose, before this one is refused.
 */
const uses = {
	accountCode: { kind: 'code', before: 1 },
	newcomerCode: { kind: 'code', before: 0.8 },
	guessingNotice: { kind: 'passwordGuessing', before: 0.8 },
} as const satisfies Record<string, { kind: SmsKind; before: number }>
export type SmsUse = keyof typeof uses

const halfPart = 0.5
const nearlySpentPart = 0.8

export type SmsBudgetStatus = 'free' | 'nearlySpent' | 'spent'

/** Spending of a site's budget in the last 24 hours. */
export interface SmsBudgetState {
	sent: number
	perDay: number
}

/** A site that is to send none has no budget to spend. */
export function smsBudgetStatus({ sent, perDay }: SmsBudgetState): SmsBudgetStatus {
	if (perDay === 0 || sent < perDay * nearlySpentPart) return 'free'
	return sent < perDay ? 'nearlySpent' : 'spent'
}

/** Messages of every kind. */
export const totalOf = (sent: Record<SmsKind, number>): number =>
	Object.values(sent).reduce((sum, count) => sum + count, 0)

export interface SmsBudgetDeps {
	store: Pick<SmsStore, 'countSent'>
	sites: Pick<SiteService, 'find' | 'all'>
	clock: Clock
	log: Log
}

/** Text messages of a site in 24 hours: at most `smsPerDay`, a part of them for codes of people with an account alone (SMS-21). */
export function createSmsBudget({ store, sites, clock, log }: SmsBudgetDeps) {
	const inTurn = createKeyedLock()
	const warned = new Map<SiteId, SmsBudgetStatus>()

	async function stateOf(siteId: SiteId): Promise<SmsBudgetState> {
		const { smsPerDay } = (await sites.find(siteId)).settings
		return { sent: totalOf(await store.countSent(siteId, clock.now() - dayMs)), perDay: smsPerDay }
	}

	/** Warns once, and again after the budget was free meanwhile. */
	function warnOf(siteId: SiteId, state: SmsBudgetState) {
		const status = smsBudgetStatus(state)
		if (warned.get(siteId) === status) return
		warned.set(siteId, status)
		if (status === 'nearlySpent')
			log.warn({ site: siteId, ...state }, 'four fifths of the daily text-message budget are used')
		if (status === 'spent') log.warn({ site: siteId, ...state }, 'the daily text-message budget is used up')
	}

	async function isSpent(siteId: SiteId, use: SmsUse): Promise<boolean> {
		const { kind, before } = uses[use]
		const { smsPerDay } = (await sites.find(siteId)).settings
		const sent = await store.countSent(siteId, clock.now() - dayMs)
		return totalOf(sent) >= smsPerDay * before || sent[kind] >= Math.ceil(smsPerDay * partOfKind[kind])
	}

	/**
	 * Records a message that is about to be sent, unless the budget is spent for its use; returns whether it was recorded
	 * and may be sent. A server does this one at a time, or concurrent ones would all pass; each further server may let one more pass.
	 *
	 * @param record returns false where the message is not to be sent after all
	 */
	async function spend(siteId: SiteId, use: SmsUse, record: () => Promise<boolean>): Promise<boolean> {
		return await inTurn(siteId, async () => {
			if ((await isSpent(siteId, use)) || !(await record())) return false
			warnOf(siteId, await stateOf(siteId))
			return true
		})
	}

	return {
		spend,
		/** Returns whether half of the budget is spent. */
		async isHalfSpent(siteId: SiteId): Promise<boolean> {
			const { sent, perDay } = await stateOf(siteId)
			return sent >= perDay * halfPart
		},
		/** For metrics. */
		list: async () =>
			await Promise.all((await sites.all()).map(async ({ id }) => ({ siteId: id, ...(await stateOf(id)) }))),
	}
}
export type SmsBudget = ReturnType<typeof createSmsBudget>
