import { LinkResult } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.link_over_title()

/** /scanNoResult: the meeting of a link has ended. */
export const ScanNoResult = () => <LinkResult outcome="over" />

export { ScanNoResult as Screen }
