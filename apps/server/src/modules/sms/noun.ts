import { join } from 'node:path'
import type { Registry } from 'prom-client'
import type { Platform } from '../../platform/noun.ts'
import type { SiteService } from '../site/index.ts'
import { createSms } from './adapters/settings.ts'
import { inboxFile } from './adapters/simulatedInbox.ts'
import { createSmsBudget } from './budget.ts'
import { smsChecks } from './checks.ts'
import { measureSmsBudgets } from './metrics.ts'
import type { SmsSender } from './sender.ts'
import { createSqlSmsStore } from './store.sql.ts'

export type SmsDeps = Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'isDemo'> & {
	site: { sites: SiteService }
	/** In place of the sender that the settings name. */
	smsSender?: SmsSender | undefined
}

function open({ config, db, clock, log, isDemo, site: { sites }, smsSender }: SmsDeps) {
	const store = createSqlSmsStore(db)
	const budget = createSmsBudget({ store, sites, clock, log })
	const { sender, inbox } = smsSender
		? { sender: smsSender, inbox: undefined }
		: createSms(config.sms, { clock, log, isDemo, file: join(config.dataFolder, inboxFile) })
	return {
		store,
		budget,
		sender,
		/** Inbox for text messages that are not delivered; undefined if a provider is configured. */
		inbox,
		metrics: (registry: Registry) => measureSmsBudgets(registry, budget.list),
	}
}

export const smsNoun = { name: 'sms' as const, open, checks: smsChecks }
