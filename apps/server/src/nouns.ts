import { accountNoun } from './modules/account/noun.ts'
import { alarmNoun } from './modules/alarm/noun.ts'
import { callingNoun } from './modules/calling/noun.ts'
import { challengeNoun } from './modules/challenge/noun.ts'
import { companyNoun } from './modules/company/noun.ts'
import { directoryNoun } from './modules/directory/noun.ts'
import { helpNoun } from './modules/help/noun.ts'
import { invitationNoun } from './modules/invitation/noun.ts'
import { joiningNoun } from './modules/joining/noun.ts'
import type { LiveMedia, LiveModuleEvents } from './modules/live/index.ts'
import { liveNoun } from './modules/live/noun.ts'
import type { MeetingEvents } from './modules/meeting/index.ts'
import { meetingNoun } from './modules/meeting/noun.ts'
import { messagingNoun } from './modules/messaging/noun.ts'
import { personalNoun } from './modules/personal/noun.ts'
import { pictureNoun } from './modules/picture/noun.ts'
import { registrationNoun } from './modules/registration/noun.ts'
import type { MediaEngine } from './modules/room/index.ts'
import { roomNoun } from './modules/room/noun.ts'
import { sessionNoun } from './modules/session/noun.ts'
import { siteNoun } from './modules/site/noun.ts'
import type { SmsSender } from './modules/sms/index.ts'
import { smsNoun } from './modules/sms/noun.ts'
import type { VerifyIdentityToken } from './modules/social/index.ts'
import { socialNoun } from './modules/social/noun.ts'
import { supportNoun } from './modules/support/noun.ts'
import { verificationNoun } from './modules/verification/noun.ts'
import { createEventBus, type EventBus } from './platform/eventBus.ts'
import type { CallHandlers } from './platform/handlers.ts'
import { NounList, type OpenNoun, type Platform } from './platform/noun.ts'

type ServerEvents = MeetingEvents & LiveModuleEvents

/** What takes the place of what the settings would choose: in tests, benchmarks and the demo. */
export interface Replacements {
	mediaEngine?: MediaEngine | undefined
	liveMedia?: LiveMedia | undefined
	smsSender?: SmsSender | undefined
	/** Accepts identity tokens beside those of the issuer of the settings. */
	verifyIdentityToken?: VerifyIdentityToken | undefined
}

/** Each noun comes after those it needs. */
const nouns = new NounList<Platform & { bus: EventBus<ServerEvents> } & Replacements>()
	.add(companyNoun)
	.add(siteNoun)
	.add(alarmNoun)
	.add(smsNoun)
	.add(verificationNoun)
	.add(challengeNoun)
	.add(accountNoun)
	.add(sessionNoun)
	.add(registrationNoun)
	.add(personalNoun)
	.add(socialNoun)
	.add(invitationNoun)
	.add(directoryNoun)
	.add(supportNoun)
	.add(helpNoun)
	.add(messagingNoun)
	.add(pictureNoun)
	.add(meetingNoun)
	.add(callingNoun)
	.add(roomNoun)
	.add(joiningNoun)
	.add(liveNoun)

/** The lines of `parley doctor` that concern a noun. */
export const nounChecks = nouns.checks

/** Opens every noun; nothing runs before they are started. */
export function openNouns(platform: Platform, replacements: Replacements = {}) {
	const { log } = platform
	const bus = createEventBus<ServerEvents>((name, error) => log.error({ err: error, event: name }, 'listener failed'))
	return nouns.open({ ...platform, ...replacements, bus })
}
export type Nouns = ReturnType<typeof openNouns>

/** All calls, by group. */
export const callsOf = (opened: Nouns): Record<string, CallHandlers> =>
	Object.assign({}, ...listNouns(opened).map(({ calls }) => calls))

/** Nouns in the order they were opened. */
export const listNouns = (opened: Nouns): OpenNoun[] => Object.values<object>(opened)
