export { createFakeShell, type FakeShell, runCallbacks } from './fakeShell.ts'
export { type PageDoorUnderTest, pageDoorSuite } from './pageDoor.ts'
export { type Boot, type PageWindow, type ShellUnderTest, shellSuite } from './shell.ts'
