import type { Instant } from '@parley/core'
import type { Clock } from '../../../../platform/clock.ts'

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
export const connectionLimits: ConnectionLimits = { open: 5_000, anonymous: 1_000, loginWithinMs: 15_000 }

/** A connection as far as it is counted. */
export interface CountedConnection {
	readonly address: string
	isLoggedIn(): boolean
	close(): void
}

/** Counts the connections that are open, by address, and closes those on which nobody logs in. */
export function createOpenConnections(clock: Clock, limits: ConnectionLimits) {
	const openByAddress = new Map<string, number>()
	/** When they were opened, of those on which nobody had logged in when they were last looked at; oldest first. */
	const anonymous = new Map<CountedConnection, Instant>()
	/** How many of them each address has: when thousands come back at once, none of them looks through the others. */
	const anonymousByAddress = new Map<string, number>()

	function forgetAnonymous(connection: CountedConnection): void {
		if (anonymous.delete(connection)) change(anonymousByAddress, connection.address, -1)
	}
	function forgetLoggedIn(): void {
		for (const connection of anonymous.keys()) if (connection.isLoggedIn()) forgetAnonymous(connection)
	}

	return {
		/** Whether an address may have one more. */
		hasRoom(address: string): boolean {
			if ((openByAddress.get(address) ?? 0) >= limits.open) return false
			const isFull = () => (anonymousByAddress.get(address) ?? 0) >= limits.anonymous
			if (isFull()) forgetLoggedIn()
			return !isFull()
		},
		/** Counts it until it is removed. */
		add(connection: CountedConnection): void {
			const { address } = connection
			anonymous.set(connection, clock.now())
			change(anonymousByAddress, address, 1)
			change(openByAddress, address, 1)
		},
		remove(connection: CountedConnection): void {
			forgetAnonymous(connection)
			change(openByAddress, connection.address, -1)
		},
		/** Closes those on which nobody logged in in time. */
		closeAnonymous(): void {
			forgetLoggedIn()
			const until = clock.now() - limits.loginWithinMs
			for (const [connection, since] of anonymous) if (since <= until) connection.close()
		},
	}
}

function change(counts: Map<string, number>, address: string, by: 1 | -1): void {
	const count = (counts.get(address) ?? 0) + by
	if (count > 0) counts.set(address, count)
	else counts.delete(address)
}
