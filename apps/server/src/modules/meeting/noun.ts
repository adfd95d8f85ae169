import type { EventBus } from '../../platform/eventBus.ts'
import type { Platform } from '../../platform/noun.ts'
import type { AccountStore } from '../account/index.ts'
import type { SweepAlarm } from '../alarm/index.ts'
import type { ChallengeService } from '../challenge/index.ts'
import type { CompanyStore } from '../company/index.ts'
import type { DirectoryService } from '../directory/index.ts'
import type { PictureService } from '../picture/index.ts'
import type { SiteService } from '../site/index.ts'
import { createGuessingNotices, createSmsNotices, type SmsBudget, type SmsSender, type SmsStore } from '../sms/index.ts'
import { createCachedReads } from './cachedReads.ts'
import { createEnumerationGuard } from './enumerationGuard.ts'
import type { MeetingEvents } from './events.ts'
import { createSqlHandoverStore } from './handoverStore.sql.ts'
import { meetingHttp } from './http.ts'
import { createOwnLists } from './ownLists.ts'
import { createMeetingService } from './service.ts'
import { createSqlMeetingStore } from './store.sql.ts'

export type MeetingDeps = Platform & {
	bus: EventBus<MeetingEvents>
	site: { sites: SiteService }
	company: { companies: CompanyStore }
	alarm: { sweeps: SweepAlarm }
	sms: { store: SmsStore; budget: SmsBudget; sender: SmsSender }
	challenge: { challenges: ChallengeService }
	account: { store: AccountStore }
	directory: { directory: DirectoryService }
	picture: {
		pictures: PictureService
		addOwner(findInUse: (paths: readonly string[]) => Promise<ReadonlySet<string>>): void
	}
}

function open({ config, db, clock, ids, createRateLimit, log, bus, ...nouns }: MeetingDeps) {
	const { sites } = nouns.site
	const store = createSqlMeetingStore(db)
	nouns.picture.addOwner(store.findPicturesInUse)
	const meetings = createMeetingService({
		store,
		handovers: createSqlHandoverStore(db),
		sites,
		directory: nouns.directory.directory,
		companies: nouns.company.companies,
		clock,
		ids,
		bus,
		pictures: nouns.picture.pictures,
	})
	const guessingNotices = createGuessingNotices({
		store: nouns.sms.store,
		channels: [
			createSmsNotices({
				budget: nouns.sms.budget,
				sms: nouns.sms.sender,
				sites,
				findContact: nouns.account.store.findContact,
				log,
			}),
		],
		findMeeting: meetings.find,
		clock,
	})
	bus.subscribe('meeting.passwordGuessing', ({ meetingId }) => guessingNotices.send(meetingId))
	const ownLists = createOwnLists(meetings.isInListOf)
	const enumerationGuard = createEnumerationGuard({
		createRateLimit,
		challenges: nouns.challenge.challenges,
		sweeps: nouns.alarm.sweeps,
		ownLists,
	})
	return {
		meetings,
		enumerationGuard,
		guessingNotices,
		calls: {
			meeting: meetingHttp(
				meetings,
				createCachedReads(meetings, ownLists, clock),
				enumerationGuard,
				sites,
				config.publicUrl,
			),
		},
		jobs: [
			{ name: 'missed meetings', run: meetings.closeMissedMeetings },
			{ name: 'meetings of hosts who left', run: meetings.handOver },
			{ name: 'ended meetings past retention', run: meetings.removeLongOver },
			{ name: 'expired guessing notices', run: guessingNotices.removeExpired },
		],
	}
}

export const meetingNoun = { name: 'meeting' as const, open }
