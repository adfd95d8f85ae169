import { ok, refused } from '@parley/core'
import { createFailureLimit } from '../../platform/failureLimit.ts'
import type { Client } from '../../platform/handlers.ts'
import type { CreateRateLimit } from '../../platform/rateLimit.ts'
import type { ChallengeService } from '../challenge/index.ts'
import type { KnownDevices } from './knownDevices.ts'
import type { Account } from './store.ts'

const windowS = 15 * 60
/** Tries in the window before each further one needs a solved challenge. */
const maxTries = { target: 10, address: 60, device: 10 }

export interface AttemptLimitDeps {
	createRateLimit: CreateRateLimit
	challenges: Pick<ChallengeService, 'requirePass'>
	knownDevices: Pick<KnownDevices, 'find'>
}

/** One try at a secret of an account. */
export interface Attempt {
	client: Client
	/** Account name or mobile number. */
	target: string
	/** Returns whether the secret belongs to this account. */
	isTarget(account: Account): boolean
	/** Pass of a solved challenge. */
	captcha: string | undefined
}

/** An attempt whose secret may be checked now. */
export interface AdmittedAttempt {
	/** False: a known device, whose failures count in its own budget alone. */
	isStranger: boolean
	/** Present beyond the limits, where a wrong secret is refused as one try too many. */
	retryAfterMs?: number
	/** After a correct secret: earlier tries of the target, or of the device, and those at it from this address are forgotten. */
	recordSuccess(): Promise<void>
	/** Call it after a wrong secret: the attempt stays counted for the address. */
	recordFailure(): Promise<void>
	/** Undoes the count of an attempt that could not be checked, and revealed nothing. */
	withdraw(): Promise<void>
}

/**
 * Limits attempts per target and per address so that no one can use them up for others: a person's known device has
 * attempts of its own, and beyond the limits each attempt needs a solved challenge instead of being refused. Targets
 * that do not exist are limited alike.
 * @param isChallengedEarly whether failures below the limits, and the site, may require a challenge too
 */
function createAttemptLimit(
	{ createRateLimit, challenges, knownDevices }: AttemptLimitDeps,
	name: string,
	isChallengedEarly: boolean,
) {
	const perTarget = createRateLimit(`${name}-target`, maxTries.target, windowS, { isShared: true })
	const perAddress = createFailureLimit(
		createRateLimit(`${name}-address`, maxTries.address, windowS, { isShared: true }),
	)
	/** Failures at a target from one address: they were typing mistakes if the person then succeeds. */
	const perTargetAndAddress = createRateLimit(`${name}-mistyped`, maxTries.target, windowS, { isShared: true })
	const perDevice = createRateLimit(`${name}-device`, maxTries.device, windowS, { isShared: true })

	/** Counts one try. Call it before the secret is checked, so that concurrent tries are all counted. */
	async function admit(attempt: Attempt) {
		const device = await knownDevices.find(attempt.client, attempt.isTarget)
		if (device !== undefined && (await perDevice.consume(device)).ok) return await admitKnown(attempt, device)
		return await admitStranger(attempt)
	}

	async function admitKnown({ client, captcha }: Attempt, device: string) {
		const withdraw = () => perDevice.refund(device)
		const pass = { ...client, captcha, risk: 'low' } as const
		const demanded = isChallengedEarly ? await withdrawOnError(challenges.requirePass(pass), withdraw) : undefined
		if (demanded) {
			await withdraw()
			return refused(demanded)
		}
		return ok<AdmittedAttempt>({
			isStranger: false,
			recordSuccess: () => perDevice.reset(device),
			async recordFailure() {},
			withdraw,
		})
	}

	async function admitStranger({ client, target, captcha }: Attempt) {
		const name = target.trim().toLowerCase()
		const address = `${client.siteId}/${client.address}`
		const keys = { target: `${client.siteId}/${name}`, address, both: `${address}/${name}` }
		const ofTarget = await perTarget.consume(keys.target)
		const ofAddress = await perAddress.begin(keys.address)
		const exceeded = [ofAddress, ofTarget].find(taken => !taken.ok)
		const refundAddress = async () => void (ofAddress.ok && (await ofAddress.succeeded()))
		async function withdraw() {
			await refundAddress()
			if (ofTarget.ok) await perTarget.refund(keys.target)
		}
		if (exceeded || isChallengedEarly) {
			const pass = { ...client, captcha, account: target, risk: exceeded ? 'high' : 'usual' } as const
			const demanded = await withdrawOnError(challenges.requirePass(pass), withdraw)
			if (demanded) {
				await withdraw()
				return refused(demanded)
			}
		}
		return ok<AdmittedAttempt>({
			isStranger: true,
			...(exceeded && { retryAfterMs: exceeded.retryAfterMs }),
			async recordSuccess() {
				await Promise.all([perTarget.reset(keys.target), refundAddress()])
				await perAddress.refund(keys.address, await perTargetAndAddress.getCount(keys.both))
				await perTargetAndAddress.reset(keys.both)
			},
			async recordFailure() {
				if (!ofAddress.ok) return
				await perTargetAndAddress.consume(keys.both)
				ofAddress.failed()
			},
			withdraw,
		})
	}

	return { admit }
}
export type AttemptLimit = ReturnType<typeof createAttemptLimit>

/** Shared by every call that takes name and password, so that using several of them allows no more tries (LOGIN-42, BIND-25). */
export const createPasswordAttemptLimit = (deps: AttemptLimitDeps): AttemptLimit =>
	createAttemptLimit(deps, 'password', true)

/** For codes sent by text message; each code also has its own limit of five tries. */
export const createCodeAttemptLimit = (deps: AttemptLimitDeps): AttemptLimit => createAttemptLimit(deps, 'code', false)

/** Returns the result of `asked`; if it throws, calls `withdraw` before rethrowing. */
export async function withdrawOnError<T>(asked: Promise<T>, withdraw: () => Promise<void>): Promise<T> {
	try {
		return await asked
	} catch (error) {
		await withdraw()
		throw error
	}
}
