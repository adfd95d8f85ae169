import type { Puzzle } from '@parley/api'
import { cleanText, ok, refused, type SiteId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { HandlerResult } from '../../platform/handlers.ts'
import { hashToken, type Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import type { SiteService } from '../site/index.ts'
import { atMost } from './atMost.ts'
import { type Drawing, pictureSize } from './drawing.ts'
import { isDrawnByHand, isInPlace, isWorkDone, readTrail } from './judge.ts'
import type { Asker, ChallengeStore } from './store.ts'
import { type AskVendor, vendorOf } from './vendor.ts'

const answerWithinMs = 2 * 60_000
const passGoodMs = 3 * 60_000
/** After so many failures the next one has to solve a challenge. */
const suspicion = { times: 3, perS: 15 * 60 }
/** Wrong answers of one address, after which it waits. */
const wrongAnswers = { times: 30, perS: 10 * 60 }
/** What a phone works out in about a second, and in about eight. */
type Bits = { key: number; blind: number }
export const workBits: Bits = { key: 17, blind: 20 }
const drawnAtOnce = 2
const waitingAtMost = 40

export interface ChallengeDeps {
	store: ChallengeStore
	sites: Pick<SiteService, 'find'>
	clock: Clock
	ids: Ids
	createRateLimit: CreateRateLimit
	log: Log
	draw: () => Promise<Drawing>
	askVendor: AskVendor
	/** Leading zero bits of the work; less in tests. */
	bits?: Bits
}

/** Who asks, for what. */
export interface Demand extends Asker {
	captcha: string | undefined
	/** The account name somebody signs in with; failures of one name count wherever they come from. */
	account?: string | undefined
}

/** What a caller needs to put a challenge on the screen: ours, or that of a vendor. */
export interface Issued {
	appKey: string
	scene: string
	puzzle?: Puzzle
}

export interface Solution {
	id: string
	sessionId: string
	left?: number | undefined
	trail?: string | undefined
	proof?: string | undefined
}

export function challengeService({
	store,
	sites,
	clock,
	ids,
	createRateLimit,
	log,
	draw,
	askVendor,
	bits = workBits,
}: ChallengeDeps) {
	const suspectAddresses = createRateLimit('challenge-address', suspicion.times, suspicion.perS)
	const suspectAccounts = createRateLimit('challenge-account', suspicion.times, suspicion.perS)
	const wrong = createRateLimit('challenge-wrong', wrongAnswers.times, wrongAnswers.perS)
	const drawing = atMost(drawnAtOnce, waitingAtMost)

	const accountKey = (siteId: SiteId, name: string) => `${siteId}/${cleanText(name).toLowerCase()}`
	const addressKey = ({ siteId, address }: Pick<Asker, 'siteId' | 'address'>) => `${siteId}/${address}`

	/** Whether this caller has to solve a challenge: the site wants it of everybody, or something went wrong before. */
	async function isOpen({ siteId, address, account }: Pick<Demand, 'siteId' | 'address' | 'account'>) {
		const { settings } = await sites.find(siteId)
		if (settings.challengeOpen) return true
		if ((await suspectAddresses.getWaitMs(addressKey({ siteId, address }))) > 0) return true
		return account !== undefined && (await suspectAccounts.getWaitMs(accountKey(siteId, account))) > 0
	}

	/** Nothing where no challenge is open for this caller, or the pass is good; a good pass is used up by this. */
	async function demand(asked: Demand) {
		if (!(await isOpen(asked))) return undefined
		const { captcha, siteId, browser, address } = asked
		if (captcha === undefined || captcha === '') return 'challengeNeeded'
		const vendor = vendorOf((await sites.find(siteId)).settings)
		if (vendor) {
			const isGood = await askVendor(vendor, captcha, address).catch(error => {
				log.error({ err: error }, 'the challenge vendor gives no verdict')
				return false
			})
			return isGood ? undefined : 'challengeFailed'
		}
		const spent = await store.spendPass({ siteId, browser, address }, hashToken(captcha), clock.now())
		if (spent.is === 'taken') return undefined
		return spent.is === 'tooOld' ? 'challengeExpired' : 'challengeFailed'
	}

	/** Something went wrong that should not go wrong often: a failed login, an id nobody has. */
	async function suspect(siteId: SiteId, address: string, account?: string): Promise<void> {
		await suspectAddresses.consume(addressKey({ siteId, address }))
		if (account !== undefined) await suspectAccounts.consume(accountKey(siteId, account))
	}

	/** The right password makes good the wrong ones of its account; those of the address stay. */
	const trust = (siteId: SiteId, account: string): Promise<void> => suspectAccounts.reset(accountKey(siteId, account))

	async function issue(asker: Asker, sessionId: string): Promise<HandlerResult<Issued, 'tooMany'>> {
		const vendor = vendorOf((await sites.find(asker.siteId)).settings)
		if (vendor) return ok({ appKey: vendor.appKey, scene: vendor.scene })
		const waitMs = await wrong.getWaitMs(addressKey(asker))
		if (waitMs > 0) return waiting(waitMs)
		const drawn = await drawing(draw)
		if (drawn === 'busy') return waiting(1_000)

		const id = ids.row('ch')
		const salt = ids.row('w')
		const now = clock.now()
		const times = { issuedAt: now, expiresAt: now + answerWithinMs }
		await store.insert({ ...asker, id, sessionId, answerLeft: drawn.left, salt, ...times })
		return ok({ appKey: 'parley', scene: 'slider', puzzle: puzzleOf(id, salt, drawn, bits) })
	}

	/** Judges an answer, once: right or wrong, there is no second one. */
	async function solve(asker: Asker, { id, sessionId, ...answer }: Solution) {
		const waitMs = await wrong.getWaitMs(addressKey(asker))
		if (waitMs > 0) return waiting(waitMs)
		const now = clock.now()
		const judged = await store.judge({ ...asker, id, sessionId }, now)
		if (judged.is === 'tooOld') return refused('challengeExpired')
		if (judged.is === 'none' || !isRight(answer, judged.value, bits, now)) {
			await wrong.consume(addressKey(asker))
			return refused('challengeFailed')
		}
		const captcha = ids.secret()
		await store.savePass(id, { hash: hashToken(captcha), expiresAt: now + passGoodMs })
		return ok({ captcha })
	}

	return { isOpen, demand, suspect, trust, issue, solve, sweep: () => store.removeOld(clock.now()) }
}
export type ChallengeService = ReturnType<typeof challengeService>

const waiting = (retryAfterMs: number) => ({ ok: false, failure: 'tooMany', retryAfterMs }) as const

type Answer = Omit<Solution, 'id' | 'sessionId'>

/** By a drag; by a place chosen with keys and a little work; or by more work alone, for those who cannot see it. */
function isRight(
	{ left, trail, proof }: Answer,
	puzzle: { answerLeft: number; salt: string; issuedAt: number },
	bits: Bits,
	now: number,
) {
	if (left === undefined) return proof !== undefined && isWorkDone(puzzle.salt, proof, bits.blind)
	if (!isInPlace(left, puzzle.answerLeft)) return false
	if (trail === undefined) return proof !== undefined && isWorkDone(puzzle.salt, proof, bits.key)
	const points = readTrail(trail)
	return points !== undefined && isDrawnByHand(points, left, now - puzzle.issuedAt)
}

const puzzleOf = (id: string, salt: string, { picture, piece, pieceWidth }: Drawing, bits: Bits): Puzzle => ({
	id,
	picture: webp(picture),
	piece: webp(piece),
	...pictureSize,
	pieceWidth,
	salt,
	keyBits: bits.key,
	blindBits: bits.blind,
})

const webp = (image: Buffer): string => `data:image/webp;base64,${image.toString('base64')}`
