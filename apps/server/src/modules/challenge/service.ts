import type { Puzzle } from '@parley/api'
import { cleanText, ok, refused, type SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { HandlerResult } from '../../platform/handlers.ts'
import { hashToken, type Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import type { SiteService } from '../site/index.ts'
import { isHumanTrail, isInPlace, isProofOfWorkValid, parseTrail } from './answerCheck.ts'
import { createConcurrencyLimit } from './concurrencyLimit.ts'
import { type PuzzlePicture, pictureSize } from './picture/puzzlePicture.ts'
import type { ChallengeClient, ChallengeStore } from './store.ts'
import { getVendor, type VerifyWithVendor } from './vendor.ts'

const challengeLifetimeMs = 2 * 60_000
const passLifetimeMs = 3 * 60_000
/** Failures after which the next attempt needs a challenge. */
const failureLimit = { times: 3, perS: 15 * 60 }
/** Wrong answers per address before it must wait. */
const wrongAnswerLimit = { times: 30, perS: 10 * 60 }
/** Proof of work: about one second on a phone in addition to a keyboard position, about eight alone. */
type Bits = { key: number; blind: number }
export const workBits: Bits = { key: 17, blind: 20 }
const maxConcurrentDrawings = 2
const maxQueuedDrawings = 40

export interface ChallengeDeps {
	store: ChallengeStore
	sites: Pick<SiteService, 'find'>
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
	log: Log
	drawPuzzlePicture: () => Promise<PuzzlePicture>
	verifyWithVendor: VerifyWithVendor
	/** Leading zero bits of the proofs of work; tests use fewer. */
	bits?: Bits
}

/** A request that may need a challenge. */
export interface ProtectedAttempt extends ChallengeClient {
	captcha: string | undefined
	/** Account name of a sign-in; its failures count from every address. */
	account?: string | undefined
	/** `low`: required only if the site requires one of everyone; `high`: always required. */
	risk?: 'low' | 'usual' | 'high'
}

/** Data the page needs to show a challenge: our own puzzle, or a vendor's key and scene. */
export interface IssuedChallenge {
	appKey: string
	scene: string
	puzzle?: Puzzle
}

export interface ChallengeAnswer {
	id: string
	sessionId: string
	left?: number | undefined
	trail?: string | undefined
	proof?: string | undefined
}

export function createChallengeService({
	store,
	sites,
	clock,
	ids,
	createRateLimit,
	log,
	drawPuzzlePicture,
	verifyWithVendor,
	bits = workBits,
}: ChallengeDeps) {
	const failuresByAddress = createRateLimit('challenge-address', failureLimit.times, failureLimit.perS, {
		isShared: true,
	})
	/** By address and account: sign-ins that have made up for a failure at their address. */
	const forgiving = createRateLimit('challenge-forgiving', 1, failureLimit.perS, { isShared: true })
	const failuresByAccount = createRateLimit('challenge-account', failureLimit.times, failureLimit.perS, {
		isShared: true,
	})
	const wrong = createRateLimit('challenge-wrong', wrongAnswerLimit.times, wrongAnswerLimit.perS, { isShared: true })
	const limitDrawing = createConcurrencyLimit(maxConcurrentDrawings, maxQueuedDrawings)

	const accountKey = (siteId: SiteId, name: string) => `${siteId}/${cleanText(name).toLowerCase()}`
	const addressKey = ({ siteId, address }: Pick<ChallengeClient, 'siteId' | 'address'>) => `${siteId}/${address}`

	/** Returns whether this client must solve a challenge: the site always requires one, or attempts have failed before. */
	async function isRequired({
		siteId,
		address,
		account,
		risk = 'usual',
	}: Omit<ProtectedAttempt, 'captcha' | 'browser'>) {
		const { settings } = await sites.find(siteId)
		if (settings.challengeOpen || risk === 'high') return true
		if (risk === 'low') return false
		if ((await failuresByAddress.getWaitMs(addressKey({ siteId, address }))) > 0) return true
		return account !== undefined && (await failuresByAccount.getWaitMs(accountKey(siteId, account))) > 0
	}

	/** The refusal if a challenge is required and the pass is missing or invalid; a valid pass is used up. */
	async function requirePass(attempt: ProtectedAttempt) {
		if (!(await isRequired(attempt))) return undefined
		const { captcha, siteId, browser, address } = attempt
		if (captcha === undefined || captcha === '') return 'challengeNeeded'
		const vendor = getVendor((await sites.find(siteId)).settings)
		if (vendor) {
			const isGood = await verifyWithVendor(vendor, captcha, address).catch(error => {
				log.error({ err: error }, 'the challenge vendor gave no verdict')
				return false
			})
			return isGood ? undefined : 'challengeFailed'
		}
		const spent = await store.claimPass({ siteId, browser, address }, hashToken(captcha), clock.now())
		if (spent.status === 'claimed') return undefined
		return spent.status === 'expired' ? 'challengeExpired' : 'challengeFailed'
	}

	/** Counts a failure, such as a failed sign-in or an unknown meeting id. */
	async function recordFailure(siteId: SiteId, address: string, account?: string): Promise<void> {
		await failuresByAddress.consume(addressKey({ siteId, address }))
		if (account !== undefined) await failuresByAccount.consume(accountKey(siteId, account))
	}

	/**
	 * After the correct password the failures of an account are forgotten, and one of its address's: where many people
	 * sign in, some mistype. Each account does that once in the counting period, so that nobody can sign in repeatedly to
	 * guess at others.
	 */
	async function recordSuccess(siteId: SiteId, address: string, account: string): Promise<void> {
		await failuresByAccount.reset(accountKey(siteId, account))
		const place = addressKey({ siteId, address })
		if ((await forgiving.consume(`${place} ${accountKey(siteId, account)}`)).ok) await failuresByAddress.refund(place)
	}

	async function issue(client: ChallengeClient, sessionId: string): Promise<HandlerResult<IssuedChallenge, 'tooMany'>> {
		const vendor = getVendor((await sites.find(client.siteId)).settings)
		if (vendor) return ok({ appKey: vendor.appKey, scene: vendor.scene })
		const waitMs = await wrong.getWaitMs(addressKey(client))
		if (waitMs > 0) return waiting(waitMs)
		const drawn = await limitDrawing(drawPuzzlePicture)
		if (drawn === 'busy') return waiting(1_000)

		const id = ids.row('ch')
		const salt = ids.row('w')
		const now = clock.now()
		const times = { issuedAt: now, expiresAt: now + challengeLifetimeMs }
		await store.insert({ ...client, id, sessionId, answerLeft: drawn.left, salt, ...times })
		return ok({ appKey: 'parley', scene: 'slider', puzzle: toPuzzle(id, salt, drawn, bits) })
	}

	/** Checks an answer; each challenge can be answered once only. */
	async function solve(client: ChallengeClient, { id, sessionId, ...answer }: ChallengeAnswer) {
		const waitMs = await wrong.getWaitMs(addressKey(client))
		if (waitMs > 0) return waiting(waitMs)
		const now = clock.now()
		const claimed = await store.claimChallenge({ ...client, id, sessionId }, now)
		if (claimed.status === 'expired') return refused('challengeExpired')
		if (claimed.status === 'missing' || !isAnswerCorrect(answer, claimed.value, bits, now)) {
			await wrong.consume(addressKey(client))
			return refused('challengeFailed')
		}
		const captcha = ids.secret()
		await store.savePass(id, { hash: hashToken(captcha), expiresAt: now + passLifetimeMs })
		return ok({ captcha })
	}

	return {
		isRequired,
		requirePass,
		recordFailure,
		recordSuccess,
		issue,
		solve,
		removeExpired: () => store.removeExpired(clock.now()),
	}
}
export type ChallengeService = ReturnType<typeof createChallengeService>

const waiting = (retryAfterMs: number) => ({ ok: false, failure: 'tooMany', retryAfterMs }) as const

type CheckedAnswer = Omit<ChallengeAnswer, 'id' | 'sessionId'>

/** An answer is a drag, a position with a small proof of work (keyboard), or a larger proof of work alone (blind people). */
function isAnswerCorrect(
	{ left, trail, proof }: CheckedAnswer,
	puzzle: { answerLeft: number; salt: string; issuedAt: number },
	bits: Bits,
	now: number,
) {
	if (left === undefined) return proof !== undefined && isProofOfWorkValid(puzzle.salt, proof, bits.blind)
	if (!isInPlace(left, puzzle.answerLeft)) return false
	if (trail === undefined) return proof !== undefined && isProofOfWorkValid(puzzle.salt, proof, bits.key)
	const points = parseTrail(trail)
	return points !== undefined && isHumanTrail(points, left, now - puzzle.issuedAt)
}

const toPuzzle = (id: string, salt: string, { picture, piece, pieceWidth }: PuzzlePicture, bits: Bits): Puzzle => ({
	id,
	picture: webpDataUrl(picture),
	piece: webpDataUrl(piece),
	...pictureSize,
	pieceWidth,
	salt,
	keyBits: bits.key,
	blindBits: bits.blind,
})

const webpDataUrl = (image: Buffer): string => `data:image/webp;base64,${image.toString('base64')}`
