import type { Platform } from '../../platform/noun.ts'
import type { ChallengeService } from '../challenge/index.ts'
import type { EnumerationGuard, MeetingService } from '../meeting/index.ts'
import type { RightsPort, Rooms } from '../room/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import { joiningHttp } from './http.ts'
import { createKeyedHash } from './keyedHash.ts'
import { createRights } from './rights.ts'
import { createJoiningService, type JoiningServiceDeps } from './service.ts'

export type JoiningDeps = Platform & {
	site: { sites: SiteService }
	challenge: { challenges: ChallengeService }
	meeting: { meetings: MeetingService; enumerationGuard: EnumerationGuard }
	calling: { calling: { joined: JoiningServiceDeps['onJoined'] } }
	session: { sessions: SessionService }
	room: { rooms: Rooms; setRights(rules: RightsPort): void }
}

function open({ config, clock, createRateLimit, secrets, pause, ...nouns }: JoiningDeps) {
	const { meetings, enumerationGuard } = nouns.meeting
	const { sites } = nouns.site
	const { sessions } = nouns.session
	const keyedHash = createKeyedHash(Buffer.from(secrets.roomTokens, 'base64url'))
	nouns.room.setRights(createRights({ meetings, sites, sessions, keyedHash, clock }))
	const joining = createJoiningService({
		onJoined: nouns.calling.calling.joined,
		meetings,
		rooms: nouns.room.rooms,
		sites,
		enumerationGuard,
		challenges: nouns.challenge.challenges,
		keyedHash,
		clock,
		createRateLimit,
		pause,
		publicUrl: config.publicUrl,
	})
	return { calls: { joining: joiningHttp(joining) } }
}

export const joiningNoun = { name: 'joining' as const, open }
