import { useEffect, useState } from 'react'
import { copyText } from './copy.ts'

const tickMs = 1500

export interface CopyHandlers {
	/** Told whether it worked; the place to raise a toast. */
	onCopied?: ((copied: boolean) => void) | undefined
	/** Another way to the clipboard, when the shell has one. */
	write?: ((text: string) => Promise<boolean>) | undefined
}

/** Copies a text and is `ticked` for a moment afterwards. */
export function useCopy(text: string, { onCopied, write = copyText }: CopyHandlers = {}) {
	const [ticked, setTicked] = useState(false)

	useEffect(() => {
		if (!ticked) return
		const timer = setTimeout(() => setTicked(false), tickMs)
		return () => clearTimeout(timer)
	}, [ticked])

	async function copy() {
		const copied = await write(text)
		setTicked(copied)
		onCopied?.(copied)
	}

	return { ticked, copy }
}
