/** Counters of media delivered to viewers. */
export class Delivery {
	sentBytes = 0
	private readonly observers = new Set<(waitedMs: number) => void>()

	/** Records a blocked request for a part, and how long after the part its answer left. */
	partDelivered(waitedMs: number) {
		for (const observe of this.observers) observe(waitedMs)
	}

	observe(observer: (waitedMs: number) => void) {
		this.observers.add(observer)
	}
}
