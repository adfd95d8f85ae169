/** What was handed to viewers. */
export class Delivery {
	sentBytes = 0
	private readonly observers = new Set<(waitedMs: number) => void>()

	/** Somebody waited for a part, and their answer left so long after the part was there. */
	partDelivered(waitedMs: number) {
		for (const observe of this.observers) observe(waitedMs)
	}

	observe(observer: (waitedMs: number) => void) {
		this.observers.add(observer)
	}
}
