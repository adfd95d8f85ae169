import { type Instant, ok, type Result } from '@parley/core'
import { type CallName, groupRights, isWrite } from '@parley/im'
import type { CreateRateLimit, RateLimit } from '../../../platform/rateLimit.ts'
import { type Caller, type Refusal, refuse } from '../calls/context.ts'
import type { TokenIdentity } from './tokens.ts'

/** A page that reconnects requests the history of every open conversation. */
const callsPerConnection = { times: 400, perS: 10 }
const callsPerPerson = { times: 800, perS: 10 }
const messagesPerPerson = { times: 60, perS: 10 }
/** Limit for groups and chat rooms; a program that creates one per project needs fewer. */
const creationsPerPerson = { times: 60, perS: 3_600 }
/** Leaving many groups at once: each of them is notified. */
const leavingsPerPerson = { times: 10, perS: 60 }
/** Creating guests costs nothing, so those of one address count together. */
const messagesPerGuestAddress = { times: 200, perS: 10 }
/** Creating guests costs nothing: beyond some thousand reconnecting at once, an address exceeds its limit. */
const callsPerGuestAddress = { times: 10_000, perS: 10 }
/**
 * Many people share an address. Returning people are counted separately: after a server restart all reconnect at once.
 */
const loginsPerAddress = { times: 600, perS: 60 }
const returnsPerPerson = { times: 60, perS: 60 }
/** Any token counts: reading one has a cost too. */
const tokensPerAddress = { times: 3_000, perS: 60 }
/** A token shown for the first time was issued moments ago. */
const returningAfterMs = 60_000

type Counted = Awaited<ReturnType<RateLimit['consume']>>
const allowed = ok(null)
const asResult = (counted: Counted): Result<null, Refusal> =>
	counted.ok ? allowed : refuse('tooMany', counted.retryAfterMs)

/**
 * These change only the caller's own settings; every other write to a group is a log event, which is announced to all.
 */
const unannounced: readonly CallName[] = ['groupShield', 'groupUnread']
export const isAnnounced = (name: CallName): boolean =>
	name === 'chatSend' || name === 'chatRevoke' || (isWrite(name) && name in groupRights && !unannounced.includes(name))

/** Limits of calls per connection, person and address. */
export function createLimits(createRateLimit: CreateRateLimit) {
	const create = (name: string, { times, perS }: { times: number; perS: number }) =>
		createRateLimit(`im-${name}`, times, perS)
	const ofConnections = create('connection-calls', callsPerConnection)
	const ofPeople = create('person-calls', callsPerPerson)
	const ofGuests = create('guest-address-calls', callsPerGuestAddress)
	const creations = create('person-creations', creationsPerPerson)
	const leavings = create('person-leavings', leavingsPerPerson)
	const messages = create('person-messages', messagesPerPerson)
	const guestMessages = create('guest-address-messages', messagesPerGuestAddress)
	const tokens = create('address-tokens', tokensPerAddress)
	const logins = create('address-logins', loginsPerAddress)
	const returns = create('person-returns', returnsPerPerson)

	const personKey = ({ appId, uid }: Pick<Caller, 'appId' | 'uid'>) => `${appId} ${uid}`

	return {
		async ofCall(
			connection: { id: string; address: string },
			caller: Caller | undefined,
		): Promise<Result<null, Refusal>> {
			const counted = await ofConnections.consume(connection.id)
			if (!counted.ok || !caller) return asResult(counted)
			const ofPerson = await ofPeople.consume(personKey(caller))
			return asResult(ofPerson.ok && caller.isGuest ? await ofGuests.consume(connection.address) : ofPerson)
		},
		/** Messages, and with them every other write that {@link isAnnounced}. */
		async ofMessage(connection: { address: string }, caller: Caller): Promise<Result<null, Refusal>> {
			const counted = await messages.consume(personKey(caller))
			return asResult(counted.ok && caller.isGuest ? await guestMessages.consume(connection.address) : counted)
		},
		/** Limits the creation of groups and chat rooms. */
		ofCreation: async (caller: Caller): Promise<Result<null, Refusal>> =>
			asResult(await creations.consume(personKey(caller))),
		/** Leaving many groups in one call. */
		ofLeavingMany: async (caller: Caller): Promise<Result<null, Refusal>> =>
			asResult(await leavings.consume(personKey(caller))),
		/** Checked before a token is read. */
		ofToken: async (connection: { address: string }): Promise<Result<null, Refusal>> =>
			asResult(await tokens.consume(connection.address)),
		/** @param identity of the token; missing if invalid */
		ofLogin: async (
			connection: { address: string },
			identity: TokenIdentity | undefined,
			now: Instant,
		): Promise<Result<null, Refusal>> =>
			asResult(
				identity && now - identity.issuedAt >= returningAfterMs
					? await returns.consume(personKey(identity))
					: await logins.consume(connection.address),
			),
		/** Call when a connection has closed. */
		forget: (connection: { id: string }): Promise<void> => ofConnections.reset(connection.id),
	}
}

export type Limits = ReturnType<typeof createLimits>
