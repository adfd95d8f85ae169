import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { texts } from './texts.ts'

/** So near to its end counts as there. */
const endPx = 40

interface LogProps {
	/** First and last position that is shown. */
	first: number
	newest: number
	/** Messages on their way. */
	pending: number
	/** Identifies the content of the children: when it changes, rows may have grown. */
	content: unknown
	/** Its end is in sight. */
	onEnd: () => void
	children: React.ReactNode
}

/**
 * Follows what is added at its end while that is in sight; who reads further up stays there, also when older events are
 * put before.
 */
export function Log({ first, newest, pending, content, onEnd, children }: LogProps) {
	const list = useRef<HTMLOListElement>(null)
	/** Values of the previous render. */
	const last = useRef({ first, pending, height: 0, isAtEnd: true })
	const [hasMore, setMore] = useState(false)

	const seen = useRef(newest)
	/** Reports that the end is in sight, or that more follows. */
	function tell() {
		setMore(!last.current.isAtEnd && newest > seen.current)
		if (!last.current.isAtEnd) return
		seen.current = newest
		onEnd()
	}
	function settle() {
		const box = list.current
		// A pane that is not shown has no height, and nothing in it is seen.
		if (!box || box.clientHeight === 0) return
		if (last.current.isAtEnd) box.scrollTop = box.scrollHeight
		last.current.height = box.scrollHeight
		tell()
	}
	const settled = useRef(settle)
	settled.current = settle

	// biome-ignore lint/correctness/useExhaustiveDependencies: they say when something was added or has another height
	useLayoutEffect(() => {
		const box = list.current
		if (!box) return
		// One's own message is looked at.
		if (pending > last.current.pending) last.current.isAtEnd = true
		else if (first < last.current.first && !last.current.isAtEnd)
			box.scrollTop += box.scrollHeight - last.current.height
		last.current = { ...last.current, first, pending }
		settle()
	}, [first, newest, pending, content])

	useEffect(() => {
		if (!list.current) return
		const observer = new ResizeObserver(() => settled.current())
		observer.observe(list.current)
		return () => observer.disconnect()
	}, [])

	function follow() {
		last.current.isAtEnd = true
		settle()
	}
	return (
		<div className="logFrame">
			<ol
				className="log"
				ref={list}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
				tabIndex={0}
				onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
					if (clientHeight === 0) return
					last.current.isAtEnd = scrollHeight - scrollTop - clientHeight < endPx
					tell()
				}}
			>
				{children}
			</ol>
			{hasMore && (
				<button type="button" className="primary newer" onClick={follow}>
					{texts.newMessages}
				</button>
			)}
		</div>
	)
}
