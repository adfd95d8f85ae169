import { m } from '../../../locales/index.ts'
import { isLoopbackAddress } from './loopbackAddress.ts'

export interface ScanTextProps {
	/** What the code says. */
	url: string
	/** What scanning it leads to. */
	children: string
}

/** What is said beside a QR code: what it is for, or that no phone can open it. */
export const ScanText = ({ url, children }: ScanTextProps) =>
	isLoopbackAddress(url) ? m.common_link_local() : children
