import { type Check, type CheckContext, type CheckResult, describeAnswer } from '../../platform/check.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import { createSqlSiteStore } from '../site/index.ts'
import { smsBudgetStatus, totalOf } from './budget.ts'
import { createSqlSmsStore } from './store.sql.ts'

export function checkSms({ sms, demo, isReachable }: Pick<Config, 'sms' | 'demo' | 'isReachable'>): CheckResult {
	const found = smsDestination(sms)
	// In a public demo people read their messages in the inbox.
	if (sms.sender !== 'simulated' || !isReachable || demo === 'everywhere') return { found }
	return {
		found,
		remedy: 'Set SMS_HOOK_URL or SMS_TENCENT_*: without it, registration, sign-in by code and password resets fail',
	}
}

function smsDestination(sms: Config['sms']): string {
	const found = smsDestinations[sms.sender]
	if (sms.sender !== 'tencent' || sms.templates.passwordGuessing.mainland !== undefined) return found
	return `${found}; hosts get no warning of guessed passwords without SMS_TENCENT_TEMPLATE_GUESSING`
}

const smsDestinations: Record<Config['sms']['sender'], string> = {
	simulated:
		'text messages are not delivered: they stay in the simulated inbox until SMS_HOOK_URL or SMS_TENCENT_* is set',
	hook: 'text messages go to SMS_HOOK_URL',
	tencent: 'text messages go through Tencent Cloud',
}

async function checkSmsBudgets({ ask }: CheckContext): Promise<CheckResult> {
	return describeAnswer(await ask([], listScarceSmsBudgets), lines => {
		if (lines.length === 0) return { found: 'no site has used 80 % of its daily text messages' }
		return {
			found: lines.join('; '),
			remedy:
				'Check the log for the source of the requests; raise the budget with: parley site set <host> smsPerDay=<number>',
		}
	})
}

async function listScarceSmsBudgets(db: Db): Promise<string[]> {
	const store = createSqlSmsStore(db)
	const lines = []
	for (const { id, host, settings } of await createSqlSiteStore(db).all()) {
		const state = { sent: totalOf(await store.countSent(id, Date.now() - 86_400_000)), perDay: settings.smsPerDay }
		const part = `${state.sent} of ${state.perDay} text messages sent in 24 hours`
		const status = smsBudgetStatus(state)
		if (status === 'nearlySpent') lines.push(`${host}: ${part}`)
		if (status === 'spent') lines.push(`${host}: ${part}; no more are sent`)
	}
	return lines
}

export const smsChecks: readonly Check[] = [
	{ about: 'sms', run: ({ config }) => checkSms(config) },
	{ about: 'sms budget', run: checkSmsBudgets },
]
