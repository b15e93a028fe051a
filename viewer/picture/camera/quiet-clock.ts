import { getConsoleFunction, setConsoleFunction } from 'three'

/** react-three-fiber 9 still makes a THREE.Clock, which three calls deprecated at every page. All else is said as ever. */
export function quietClock() {
  if (getConsoleFunction()) return
  setConsoleFunction((type, message, ...more) => {
    if (!message.startsWith('THREE.Clock: This module has been deprecated')) console[type](message, ...more)
  })
}
