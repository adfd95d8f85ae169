import { m } from '../../locales/index.ts'
import type { Trouble } from './round.ts'

export const troubleWords = {
	network: m.challenge_network,
	tooMany: m.challenge_too_many,
	failed: m.challenge_failed,
	noVendor: m.challenge_no_vendor,
} satisfies Record<Trouble, () => string>

export const noteWords = {
	missed: m.challenge_missed,
	expired: m.challenge_expired,
	noWorker: m.challenge_no_worker,
} as const
