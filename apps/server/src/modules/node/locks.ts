/** The lock that each node holds on the database for as long as it runs: that of a killed process is free at once. */
export interface NodeLocks {
	/** Takes the lock of this node. */
	hold(id: string): Promise<void>
	/** Milliseconds for which this node has not had its lock; 0 while it has it. */
	lostForMs(): number
	/** Returns the nodes among `ids` whose lock is free. */
	findFree(ids: readonly string[]): Promise<string[]>
	release(): Promise<void>
}
