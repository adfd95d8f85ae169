import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import styles from './Breadcrumb.module.css'

export interface BreadcrumbProps {
	label: string
	/** From the root down; the last one is the current page. */
	crumbs: readonly { key: string; text: string }[]
	/** Called with the index of an ancestor. */
	onOpen: (at: number) => void
}

/** The path to the current page; scrolls to its end, and moves the focus there when the path changes. */
export function Breadcrumb({ label, crumbs, onOpen }: BreadcrumbProps) {
	const here = useRef<HTMLElement>(null)
	const last = crumbs.at(-1)?.key
	const before = useRef(last)

	useEffect(() => {
		const list = here.current?.closest('ol')
		if (list) list.scrollLeft = list.scrollWidth
		if (before.current !== last) here.current?.focus({ preventScroll: true })
		before.current = last
	}, [last])

	return (
		<nav aria-label={label} className={styles.nav}>
			<ol className={styles.list}>
				{crumbs.map(({ key, text }, at) =>
					at === crumbs.length - 1 ? (
						<li key={key}>
							<span ref={here} className={styles.here} aria-current="page" tabIndex={-1}>
								{text}
							</span>
						</li>
					) : (
						<li key={key}>
							<button type="button" className={styles.above} onClick={() => onOpen(at)}>
								{text}
							</button>
							<ChevronRight />
						</li>
					),
				)}
			</ol>
		</nav>
	)
}
