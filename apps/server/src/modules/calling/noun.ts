import type { EventBus } from '../../platform/eventBus.ts'
import type { Platform } from '../../platform/noun.ts'
import type { MeetingEvents, MeetingService } from '../meeting/index.ts'
import type { Messaging } from '../messaging/index.ts'
import type { SiteService } from '../site/index.ts'
import { callingHttp } from './http.ts'
import { createCalling } from './service.ts'
import { createSqlCallStore } from './store.sql.ts'

export type CallingDeps = Platform & {
	bus: EventBus<MeetingEvents>
	site: { sites: SiteService }
	messaging: { service: Messaging }
	meeting: { meetings: MeetingService }
}

function open({ db, clock, log, bus, site: { sites }, messaging, meeting: { meetings } }: CallingDeps) {
	const calling = createCalling({
		store: createSqlCallStore(db),
		meetings,
		sites,
		messaging: messaging.service,
		bus,
		clock,
		log,
	})
	return { calling, calls: { calling: callingHttp(calling) } }
}

export const callingNoun = { name: 'calling' as const, open }
