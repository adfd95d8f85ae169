import { imLimits } from '@parley/im'
import type { CloseCause } from '../transport/transport.ts'

/**
 * Delay before the nth attempt, counted from 1. After a broken connection it is 1 s, doubled up to 5 s and jittered by
 * half (IMC-12); after the server closed it, 500 ms and 200 ms more each time (IMC-11).
 * @param random between 0 and 1
 */
export function reconnectDelay(cause: CloseCause, attempt: number, random: number): number {
	// In its formula attempts count from 0 (OP-121).
	if (cause === 'server') return imLimits.reconnectDelayMs + imLimits.reconnectStepMs * (attempt - 1)
	const delay = Math.min(
		imLimits.transport.reconnectionDelay * 2 ** (attempt - 1),
		imLimits.transport.reconnectionDelayMax,
	)
	const spread = 1 + imLimits.transport.randomizationFactor * (2 * random - 1)
	return Math.min(Math.round(delay * spread), imLimits.transport.reconnectionDelayMax)
}

/** Delay before the nth retry of a call that failed on an open connection. */
export const retryDelay = (attempt: number): number => Math.min(1_000 * 2 ** (attempt - 1), 30_000)
