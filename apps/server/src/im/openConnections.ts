import type { Clock } from '../platform/clock.ts'

/** How many connections one address may have, and for how long one may be without a person. */
export interface ConnectionLimits {
	/** Of one address at once. */
	open: number
	/** Of those, nobody has logged in on so many. */
	anonymous: number
	/** Until somebody has to have logged in. */
	loginWithinMs: number
}

/** Many people share an address, and after a restart of the server all of them come back at once. */
export const connectionLimits: ConnectionLimits = { open: 5_000, anonymous: 500, loginWithinMs: 15_000 }

/** A connection as far as it is counted. */
export interface CountedConnection {
	isLoggedIn(): boolean
	close(): void
}

interface Entry {
	connection: CountedConnection
	address: string
	since: number
}

/** Counts the connections that are open, by address, and closes those on which nobody logs in. */
export function createOpenConnections(clock: Clock, limits: ConnectionLimits) {
	const openByAddress = new Map<string, number>()
	/** Nobody had logged in on them when they were last looked at; oldest first. */
	const anonymous = new Set<Entry>()

	function findAnonymous(): Entry[] {
		for (const entry of anonymous) if (entry.connection.isLoggedIn()) anonymous.delete(entry)
		return [...anonymous]
	}

	return {
		/** Whether an address may have one more. */
		hasRoom(address: string): boolean {
			if ((openByAddress.get(address) ?? 0) >= limits.open) return false
			if (anonymous.size < limits.anonymous) return true
			return findAnonymous().filter(entry => entry.address === address).length < limits.anonymous
		},
		/** Counts it until the function it returns is called. */
		add(connection: CountedConnection, address: string): () => void {
			const entry = { connection, address, since: clock.now() }
			anonymous.add(entry)
			openByAddress.set(address, (openByAddress.get(address) ?? 0) + 1)
			return () => {
				anonymous.delete(entry)
				const left = (openByAddress.get(address) ?? 1) - 1
				if (left > 0) openByAddress.set(address, left)
				else openByAddress.delete(address)
			}
		},
		/** Closes those on which nobody logged in in time. */
		closeAnonymous(): void {
			const until = clock.now() - limits.loginWithinMs
			for (const { connection, since } of findAnonymous()) if (since <= until) connection.close()
		},
	}
}
