/** Counters since the page was opened; the tests read the same figures. */
export interface Stats {
	/** Connection attempts, and those after a loss. */
	connects: number
	reconnects: number
	/** Calls that were sent, and those sent again on a new connection. */
	requests: number
	resent: number
	timeouts: number
	/** Answers that arrived after their call was given up. */
	lateAnswers: number
	/** Unreadable packets received. */
	malformed: number
	/** Log events that were given to the application. */
	delivered: number
	/** Duplicate events that were dropped. */
	duplicates: number
	/** Gaps found, and requests for them. */
	gaps: number
	repairs: number
	/** Events left out on purpose by the server. */
	skipped: number
	discontinuities: number
	syncRounds: number
	syncErrors: number
	polls: number
	pollFailures: number
	messagesSent: number
	messagesRetried: number
	/** Reads and writes of the storage that failed. */
	storageErrors: number
	/** Listeners of the application that threw. */
	listenerErrors: number
	illegalTransitions: number
}

export const createStats = (): Stats => ({
	connects: 0,
	reconnects: 0,
	requests: 0,
	resent: 0,
	timeouts: 0,
	lateAnswers: 0,
	malformed: 0,
	delivered: 0,
	duplicates: 0,
	gaps: 0,
	repairs: 0,
	skipped: 0,
	discontinuities: 0,
	syncRounds: 0,
	syncErrors: 0,
	polls: 0,
	pollFailures: 0,
	messagesSent: 0,
	messagesRetried: 0,
	storageErrors: 0,
	listenerErrors: 0,
	illegalTransitions: 0,
})
