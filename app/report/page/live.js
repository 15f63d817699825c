// A page that a server delivers asks it for newer data every few seconds, and draws what has changed.

/** Calls `take` with newer data as they come. Says in `state` how the connection is. */
function followRun(seconds, state, take) {
  let tag = null;
  const ask = async () => {
    try {
      const answer = await fetch('data.json', {cache: 'no-store', headers: tag ? {'If-None-Match': tag} : {}});
      if (answer.status === 200) {
        const data = await answer.json();
        if (tag !== null) take(data);
        tag = answer.headers.get('ETag');
      } else if (answer.status !== 304) {
        throw new Error(answer.status);
      }
      state.textContent = 'Live';
    } catch (error) {
      state.textContent = 'The server does not answer';
    }
    setTimeout(ask, 1000 * seconds);
  };
  ask();
}
