import { Copy, Share2 } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { QrCode } from '../../../ui/display/QrCode.tsx'
import { Button, CopyButton, copyText, useIsLaptop } from '../../../ui/index.ts'
import { showCopyResult } from '../showCopyResult.ts'
import styles from './LinkAndCode.module.css'
import { isLoopbackAddress } from './loopbackAddress.ts'
import { resultOf } from './shareMeeting.ts'

export interface LinkAndCodeProps {
	link: string
	/** Explains what the other device does with the link. */
	text: string
	/** A condition that the person should know, where another device can open the link. */
	note?: string
	codeLabel: string
	copyLabel: string
	/** Text below the code. */
	caption?: string
}

/**
 * A link for another device, and its code (ROOM-193). A phone cannot scan its own screen: there the link to copy or to share
 * comes first.
 */
export function LinkAndCode({ link, text, note, codeLabel, copyLabel, caption }: LinkAndCodeProps) {
	const isLaptop = useIsLaptop()
	const isLocal = isLoopbackAddress(link)
	const code = (
		<>
			<QrCode text={link} label={codeLabel} />
			{caption && <p className={styles.caption}>{caption}</p>}
		</>
	)
	return (
		<>
			<p className={styles.text}>{isLocal ? m.common_link_local() : text}</p>
			{note && !isLocal && <p className={styles.text}>{note}</p>}
			{isLaptop ? code : <LinkButtons link={link} copyLabel={copyLabel} />}
			{isLaptop ? (
				<div className={styles.link}>
					<span>{link}</span>
					<CopyButton text={link} label={copyLabel} onCopied={showCopyResult} />
				</div>
			) : (
				code
			)}
		</>
	)
}

function LinkButtons({ link, copyLabel }: Pick<LinkAndCodeProps, 'link' | 'copyLabel'>) {
	// Some browsers have no share sheet.
	const hasShareSheet = typeof navigator.share === 'function'
	const copy = async () => showCopyResult(await copyText(link))
	async function share() {
		if ((await resultOf(navigator.share({ url: link }))) === 'failed') await copy()
	}
	return (
		<div className={styles.buttons}>
			<Button kind="primary" icon={<Copy />} onClick={() => void copy()}>
				{copyLabel}
			</Button>
			{hasShareSheet && (
				<Button icon={<Share2 />} onClick={() => void share()}>
					{m.meeting_share()}
				</Button>
			)}
		</div>
	)
}
