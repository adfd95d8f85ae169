import type { Platform } from '../../platform/noun.ts'
import type { SiteService } from '../site/index.ts'
import { verifyWithChallengeVendor } from './adapters/remoteVendor.ts'
import { challengeHttp } from './http.ts'
import { drawPuzzlePicture } from './picture/puzzlePicture.ts'
import { createChallengeService } from './service.ts'
import { createSqlChallengeStore } from './store.sql.ts'

export type ChallengeDeps = Platform & { site: { sites: SiteService } }

function open({ db, clock, ids, createRateLimit, log, site: { sites } }: ChallengeDeps) {
	const challenges = createChallengeService({
		store: createSqlChallengeStore(db),
		sites,
		clock,
		ids,
		createRateLimit,
		log,
		drawPuzzlePicture,
		verifyWithVendor: verifyWithChallengeVendor,
	})
	return {
		challenges,
		calls: { challenge: challengeHttp(challenges) },
		jobs: [{ name: 'expired challenges', run: challenges.removeExpired }],
	}
}

export const challengeNoun = { name: 'challenge' as const, open }
