import type { Instant } from '@parley/core'
import type { Clock } from '../../../../platform/clock.ts'

/** Limits on the connections of one address, and on the time a connection may be anonymous. */
export interface ConnectionLimits {
	/** Open connections per address. */
	open: number
	/** Maximum number of them without a login. */
	anonymous: number
	/** Time allowed until login. */
	loginWithinMs: number
}

/** Many people share an address, and after a server restart all of them reconnect at once. */
export const connectionLimits: ConnectionLimits = { open: 5_000, anonymous: 1_000, loginWithinMs: 15_000 }

/** The parts of a connection that counting needs. */
export interface CountedConnection {
	readonly address: string
	isLoggedIn(): boolean
	close(): void
}

/** Counts open connections by address, and closes those without a login. */
export function createOpenConnections(clock: Clock, limits: ConnectionLimits) {
	const openByAddress = new Map<string, number>()
	/** Opening times of connections that had no login at the last check; oldest first. */
	const anonymous = new Map<CountedConnection, Instant>()
	/** Their number per address: when thousands reconnect at once, none of them scans the others. */
	const anonymousByAddress = new Map<string, number>()

	function forgetAnonymous(connection: CountedConnection): void {
		if (anonymous.delete(connection)) change(anonymousByAddress, connection.address, -1)
	}
	function forgetLoggedIn(): void {
		for (const connection of anonymous.keys()) if (connection.isLoggedIn()) forgetAnonymous(connection)
	}

	return {
		/** Returns whether an address may open another connection. */
		hasCapacity(address: string): boolean {
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
		/** Closes connections that did not log in in time. */
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
