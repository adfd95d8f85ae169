/** The part of the Network Information API that some phones have. */
interface NetworkInformation extends EventTarget {
	/** Kind of network, such as `wifi`. */
	readonly type?: string
}

/** Calls `onChange` when the device may have another address; returns a function that stops it. */
export function watchNetworkChanges(onChange: () => void): () => void {
	const { connection } = navigator as Navigator & { connection?: NetworkInformation }
	let type = connection?.type
	// The event also comes with each estimate of the bit rate.
	const onInformation = () => {
		if (connection?.type !== type) onChange()
		type = connection?.type
	}
	window.addEventListener('online', onChange)
	connection?.addEventListener('change', onInformation)
	return () => {
		window.removeEventListener('online', onChange)
		connection?.removeEventListener('change', onInformation)
	}
}
